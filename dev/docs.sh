#!/usr/bin/env bash
# Writes the generated tables and examples in docs/ from the code, then checks the documentation.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run() { mvn -q -pl exporter -am test -Dtest="$1" -Dsurefire.failIfNoSpecifiedTests=false "${@:2}"; }

run 'GeneratedTablesTest,ApiExamplesTest' -Ddocs.write=true
run 'io.lagwatch.exporter.docs.*Test,ApiExamplesTest'
