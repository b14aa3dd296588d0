#!/usr/bin/env bash
# Runs tests of compat/suite with some versions of Spark.
#   dev/compat.sh VERSIONS [TESTS [MAVEN-OPTION...]]
#   VERSIONS   such as 3.5 or 3.5,4.2; 4.2-java25 is the newest on Java 25; all for every version
#   TESTS      VersionsIT by default; all for every test
# Writes the table in docs/compatibility.md: dev/compat.sh all VersionsIT -Ddocs.write=true
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ $# = 0 ]; then
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
options=()
if [ "$1" != all ]; then options+=("-Dcompat.spark=$1"); fi
tests=${2:-VersionsIT}
if [ "$tests" != all ]; then options+=("-Dit.test=$tests"); fi
exec mvn -Pcompat -pl compat/suite -am verify -Dtest=none "${options[@]}" \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false "${@:3}"
