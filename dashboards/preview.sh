#!/usr/bin/env bash
# Renders the dashboards with Grafana's own components, without a Grafana server, and writes the images to a directory.
#
#   dashboards/preview.sh                      the data of the tests: a morning with faults, and three hundred queries
#   dashboards/preview.sh --prometheus URL [--app APP --query QUERY] [--hours 3]      your own Prometheus
#   ... --out DIR                              directory for the images (default: dashboards/preview/pictures)
#
# The first run downloads half a gigabyte from npm. Requires Node.js 20, npm, Chromium, Maven, Prometheus and promtool.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. demo/needs.sh

prometheus='' app='' query='' hours=3 out=dashboards/preview/pictures
while [ $# -gt 0 ]; do
  case $1 in
    --prometheus) prometheus=$2 ;;
    --app) app=$2 ;;
    --query) query=$2 ;;
    --hours) hours=$2 ;;
    --out) out=$2 ;;
    *)
      sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
  esac
  shift 2
done

need "Node.js" node nodejs
need "npm" npm npm
need "Chromium" chromium chromium
mkdir -p "$out"
(
  cd dashboards/preview
  [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-progress
  npx vite build --logLevel error
)

shoot() { node dashboards/preview/shoot.mjs "$@"; }

if [ -n "$prometheus" ]; then
  to=$(date +%s)
  shoot "$prometheus" $((to - hours * 3600)) "$to" 15 "$out" \
    "overview=overview,dark" "query=query,dark,$app,$query" "exporter=exporter,dark"
  exit
fi

need_java
need_maven
need "Prometheus" prometheus prometheus
need "promtool" promtool prometheus
# The test writes the data that is rendered here.
mvn -q -pl exporter -am test -Dtest=DashboardIT -Dsurefire.failIfNoSpecifiedTests=false

# render NAME HOURS SHOT...: renders the last HOURS of a data set (0: all of it).
render() {
  local name=$1 hours=$2 folder=exporter/target/dashboards/$1 from to scrape port pid failed=0
  shift 2
  . "$folder/story.env"
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
  prometheus --config.file="$folder/prometheus.yml" --storage.tsdb.path="$folder/data" \
    --storage.tsdb.retention.time=100y --query.lookback-delta=$((scrape * 2))s \
    --web.listen-address="127.0.0.1:$port" --log.level=error &
  pid=$!
  for _ in $(seq 300); do
    if curl -sf "http://127.0.0.1:$port/-/ready" >/dev/null; then break; fi
    sleep 0.2
  done
  shoot "http://127.0.0.1:$port" $((hours == 0 ? from : to - hours * 3600)) "$to" "$scrape" "$out" "$@" || failed=1
  kill "$pid"
  wait "$pid" || true
  return "$failed"
}

render trouble 3 \
  overview-dark=overview,dark overview-light=overview,light \
  query-falls-behind=query,dark,course-tiles,course-activity-tile query-hangs=query,light,network,network-kpi \
  query-catches-up=query,dark,billing,invoices query-unknown=query,dark,orders,orders-us \
  query-stateful=query,dark,web,sessions one-query=overview,dark,course-tiles,course-completions \
  exporter-dark=exporter,dark exporter-light=exporter,light
render crowd 0 crowd-overview=overview,dark crowd-exporter=exporter,light
