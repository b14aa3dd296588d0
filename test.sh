#!/usr/bin/env bash
# Everything that can be tested: Maven's unit and integration tests with formatter and house rules, the Prometheus
# rules, and the demo's story. Needs no terminal. The last line is the sum; exit code 0 when nothing failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. demo/needs.sh

need_java
need_maven
want_java25
need "Prometheus (its tests run against the real one)" prometheus prometheus
need "promtool" promtool prometheus
need "Alertmanager (the alerts are sent through the real one)" prometheus-alertmanager prometheus-alertmanager
need "Chromium (the status page is tested in a real browser)" chromium chromium
need "its driver" chromedriver chromium-driver
need "Node.js (the dashboards and the examples for Kubernetes are checked by it)" node nodejs
need "npm" npm npm
need "systemd-analyze (it checks the unit of the service)" systemd-analyze systemd

passed=0
failed=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAIL $1"; }
logs=demo/work/test
rm -rf "$logs"
mkdir -p "$logs"

echo "== Maven: every module (full log: $logs/maven.log)"
# A failed test must not keep the others from being run and counted; anything else that is wrong ends the build.
mvn -Pcompat -Dstyle.color=never --fail-at-end -Dmaven.test.failure.ignore=true clean verify </dev/null 2>&1 | tee "$logs/maven.log" |
  grep --line-buffered -E '^\[INFO\] Building Lagwatch|Tests run:.*Time elapsed|^Spark [0-9.]+, Scala|^\[ERROR\]|BUILD (SUCCESS|FAILURE)'
if [ "${PIPESTATUS[0]}" != 0 ]; then fail "the Maven build (see the errors above)"; fi

# One line per test class in Maven's reports: tests, failures, errors, skipped.
counts=$(find . -path ./demo/work -prune -o -path '*/target/*-reports/TEST-*.xml' -print0 | xargs -0 -r grep -hE '<testsuite ' |
  awk '
    function number(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) + 0 : 0 }
    { tests += number("tests"); bad += number("failures") + number("errors"); skipped += number("skipped") }
    END { print tests + 0, bad + 0, skipped + 0 }')
read -r tests bad skipped <<<"$counts"
echo "Maven ran $tests tests: $bad failed, $skipped skipped"
if [ "$tests" = 0 ]; then fail "Maven ran no test at all"; fi
if [ "$skipped" != 0 ]; then
  # Everything that a test may need is here, so a skipped test is one that proves nothing.
  echo "FAIL $skipped skipped tests:"
  find . -path '*/target/*-reports/TEST-*.xml' -print0 | xargs -0 grep -B1 -hE '<skipped' | grep -oE '<testcase [^>]*' | sed 's/^/  /'
fi
passed=$((passed + tests - bad - skipped))
failed=$((failed + bad + skipped))

echo "== Prometheus rules"
while IFS= read -r -d '' file; do
  if grep -q '^rule_files:' "$file"; then what="test rules"; elif grep -q '^groups:' "$file"; then what="check rules"; else continue; fi
  # shellcheck disable=SC2086
  if promtool $what "$file" >"$logs/promtool.log" 2>&1; then
    echo "ok   promtool $what $file"
    pass
  else
    cat "$logs/promtool.log"
    fail "promtool $what $file"
  fi
done < <(find alerts -name '*.yml' -print0 2>/dev/null | sort -z)

echo "== Dashboards against the schema of Grafana 10 to 13"
if npm ci --prefix dashboards/check --no-progress >"$logs/npm.log" 2>&1; then
  node --test --test-reporter=tap dashboards/check/schema.test.mjs >"$logs/dashboards.log" 2>&1
  good=$(awk '/^# pass /{n = $3} END {print n + 0}' "$logs/dashboards.log")
  bad=$(awk '/^# (fail|cancelled|skipped|todo) /{n += $3} END {print n + 0}' "$logs/dashboards.log")
  echo "$good checks passed, $bad failed (full log: $logs/dashboards.log)"
  if [ "$good" = 0 ] || [ "$bad" != 0 ]; then cat "$logs/dashboards.log"; fi
  if [ "$good" = 0 ]; then fail "dashboards/check checked nothing"; fi
  passed=$((passed + good))
  failed=$((failed + bad))
else
  cat "$logs/npm.log"
  fail "npm ci in dashboards/check"
fi

echo "== Examples for Kubernetes and Docker (checked as text: there is no cluster and no engine here)"
if npm ci --prefix deploy/check --no-progress >"$logs/npm.log" 2>&1; then
  node deploy/check/check.mjs | tee "$logs/deploy.log"
  passed=$((passed + $(grep -c '^ok ' "$logs/deploy.log")))
  failed=$((failed + $(grep -c '^FAIL ' "$logs/deploy.log")))
  if ! grep -q '^ok ' "$logs/deploy.log"; then fail "deploy/check/check.mjs checked nothing"; fi
else
  cat "$logs/npm.log"
  fail "npm ci in deploy/check"
fi

echo "== The demo's story"
./demo.sh --check --work "$logs/story" </dev/null 2>&1 | tee "$logs/story.log"
story=${PIPESTATUS[0]}
if [[ $(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$logs/story.log" | tail -n 1) =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
  passed=$((passed + BASH_REMATCH[1]))
  failed=$((failed + BASH_REMATCH[2]))
  if [ "$story" != 0 ] && [ "${BASH_REMATCH[2]}" = 0 ]; then fail "the story ended with exit code $story"; fi
else
  fail "the story did not come to its end (exit code $story)"
fi

echo "== All together"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
