#!/usr/bin/env bash
# Mutation tests of the packages lag, signal, alert, advice, text and query, or of those named as arguments.
# Prints the share of killed mutants; the report is exporter/target/pit-reports/index.html.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
options=()
if [ $# != 0 ]; then
  classes=$(printf ',io.lagwatch.exporter.%s.*' "$@")
  options=("-DtargetClasses=${classes:1}" -Dpitest.threshold=0)
fi
exec mvn -Pmutation -pl exporter -am process-test-classes "${options[@]}"
