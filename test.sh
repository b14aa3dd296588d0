#!/usr/bin/env bash
# Runs all tests: Maven's unit and integration tests with formatter and code checks, the Prometheus rules, dashboards,
# deployment examples, and the demo's scripted scenario. The last line is the total; exit code 0 if nothing failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. demo/needs.sh

need_java
need_maven
want_java25
need "Prometheus (for integration tests)" prometheus prometheus
need "promtool" promtool prometheus
need "Alertmanager (for integration tests)" prometheus-alertmanager prometheus-alertmanager
need "Chromium (for tests of the status page)" chromium chromium
need "the driver of Chromium" chromedriver chromium-driver
need "Node.js (for checks of dashboards and Kubernetes examples)" node nodejs
need "npm" npm npm
need "systemd-analyze (for the check of the systemd unit)" systemd-analyze systemd

passed=0
failed=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAIL $1"; }
logs=demo/work/test
rm -rf "$logs"
mkdir -p "$logs"

echo "== Maven: every module (full log: $logs/maven.log)"
# A failed test must not prevent the others from running. Any other error ends the build.
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
if [ "$tests" = 0 ]; then fail "Maven ran no tests"; fi
if [ "$skipped" != 0 ]; then
  # All requirements are installed, so no test may be skipped.
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
  if [ "$good" = 0 ]; then fail "dashboards/check ran no checks"; fi
  passed=$((passed + good))
  failed=$((failed + bad))
else
  cat "$logs/npm.log"
  fail "npm ci in dashboards/check"
fi

echo "== Examples for Kubernetes and Docker (static validation only, without a cluster or Docker)"
if npm ci --prefix deploy/check --no-progress >"$logs/npm.log" 2>&1; then
  node deploy/check/check.mjs | tee "$logs/deploy.log"
  passed=$((passed + $(grep -c '^ok ' "$logs/deploy.log")))
  failed=$((failed + $(grep -c '^FAIL ' "$logs/deploy.log")))
  if ! grep -q '^ok ' "$logs/deploy.log"; then fail "deploy/check/check.mjs ran no checks"; fi
else
  cat "$logs/npm.log"
  fail "npm ci in deploy/check"
fi

echo "== Scripted scenario of the demo"
./demo.sh --check --work "$logs/scenario" </dev/null 2>&1 | tee "$logs/scenario.log"
scenario=${PIPESTATUS[0]}
if [[ $(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$logs/scenario.log" | tail -n 1) =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
  passed=$((passed + BASH_REMATCH[1]))
  failed=$((failed + BASH_REMATCH[2]))
  if [ "$scenario" != 0 ] && [ "${BASH_REMATCH[2]}" = 0 ]; then fail "the scenario ended with exit code $scenario"; fi
else
  fail "the scenario did not finish (exit code $scenario)"
fi

echo "== Total"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
