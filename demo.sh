#!/usr/bin/env bash
# The demo: a broker, a producer, a Spark application, the exporter and Prometheus on this machine.
#   ./demo.sh            starts everything and shows the state of the queries; Ctrl-C stops everything
#   ./demo.sh --check    runs a scripted scenario without a terminal and checks every number
#   ./demo.sh --help     all options
set -euo pipefail

# Printed here, because nothing is built for the help. A test compares it with the options of the Java program.
help='Usage: demo.sh [-h] [--check] [--measure] [--work=DIR]
Starts a Kafka broker, a producer, a Spark application with two queries, the
exporter and (if installed) Prometheus, and shows the state of the queries.
Ctrl-C stops all.
      --check      Run a scripted scenario, check every number, print the
                     result and exit.
  -h, --help       Show this help message and exit.
      --measure    Measure the exporter (start-up time, memory, requests to the
                     broker) and exit.
      --work=DIR   Directory for logs and data; it is emptied first (default: a
                     directory in demo/work).'
for argument in "$@"; do
  case $argument in -h | --help) echo "$help"; exit ;; esac
done

cd "$(dirname "${BASH_SOURCE[0]}")"
. demo/needs.sh

need_java
want prometheus prometheus || echo "Prometheus is not installed and cannot be installed automatically. The demo runs without it."

modules=(testbed listener exporter demo/jobs demo/stage)

# The files of a build. A pattern without a match stays as it is.
list_built() {
  built=(testbed/target/lagwatch-testbed-*.jar listener/target/lagwatch-listener-*.jar
    exporter/target/lagwatch-exporter-*.jar demo/jobs/target/spark.classpath demo/jobs/target/lagwatch-demo-jobs-*.jar
    demo/stage/target/stage.classpath demo/stage/target/lagwatch-demo-stage-*.jar)
}

fresh() {
  local file
  list_built
  for file in "${built[@]}"; do [ -e "$file" ] || return 1; done
  # A source file that is newer than the oldest built file requires a build.
  local oldest
  oldest=$(ls -tr "${built[@]}" | head -n 1)
  [ -z "$(find pom.xml demo/pom.xml "${modules[@]}" -name target -prune -o \( -path '*/src/main/*' -o -name pom.xml \) \
    -type f -newer "$oldest" -print -quit)" ]
}

if ! fresh; then
  need_maven
  echo "Building (the first build downloads Spark, Kafka and other dependencies and takes some minutes) ..."
  list=$(IFS=,; echo "${modules[*]}")
  mvn -Dstyle.color=never -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Dcyclonedx.skip=true \
    -pl "$list" package 2>&1 | grep --line-buffered -E '^\[INFO\] Building Lagwatch|^\[ERROR\]' |
    sed -u -E 's/^\[INFO\] Building (Lagwatch [a-z ]*[a-z]).*/  \1/'
  # Maven keeps the time of unchanged jars. Without this, the next start would build again.
  list_built
  touch --no-create "${built[@]}"
fi

exec java -XX:+UseSerialGC -Xmx128m -cp "demo/stage/target/classes:$(cat demo/stage/target/stage.classpath)" io.lagwatch.demo.Demo "$@"
