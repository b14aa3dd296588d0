#!/usr/bin/env bash
# Serves the status page with simulated data, without Kafka or Spark.
#   dev/page-stage.sh STORY [PORT [SPEED]]
#   STORY   the data: well, trouble, unknown, dead or many
#   PORT    9900 by default
#   SPEED   simulated seconds per second, 1 by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ $# = 0 ]; then
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
mvn -q -pl exporter -am test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/test.classpath -Dmdep.includeScope=test
exec java -cp "exporter/target/test-classes:exporter/target/classes:$(cat exporter/target/test.classpath)" \
  io.lagwatch.exporter.web.PageStage "$1" "${2:-9900}" "${3:-1}"
