#!/usr/bin/env bash
# The demo: a broker, a producer, a Spark application, the exporter and Prometheus on this machine.
#   ./demo.sh            starts everything and shows how the queries do; Ctrl-C ends it all
#   ./demo.sh --check    plays a story without a terminal and checks every number
#   ./demo.sh --help     the rest
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. demo/needs.sh

need_java
want prometheus prometheus || echo "Prometheus is missing, and cannot be installed from here: the demo runs without it."

modules=(testbed listener exporter demo/jobs demo/stage)

# What a build leaves; the patterns mean something only once it has been there.
list_built() {
  built=(testbed/target/lagwatch-testbed-*.jar listener/target/lagwatch-listener-*.jar
    exporter/target/lagwatch-exporter-*.jar demo/jobs/target/spark.classpath demo/jobs/target/lagwatch-demo-jobs-*.jar
    demo/stage/target/stage.classpath demo/stage/target/lagwatch-demo-stage-*.jar)
}

fresh() {
  local file
  list_built
  for file in "${built[@]}"; do [ -e "$file" ] || return 1; done
  # Anything in the sources newer than the oldest of what was built asks for a build.
  local oldest
  oldest=$(ls -tr "${built[@]}" | head -n 1)
  [ -z "$(find pom.xml demo/pom.xml "${modules[@]}" -name target -prune -o \( -path '*/src/main/*' -o -name pom.xml \) \
    -type f -newer "$oldest" -print -quit)" ]
}

if ! fresh; then
  need_maven
  echo "Building (the first time fetches Spark, Kafka and the rest: some minutes) ..."
  list=$(IFS=,; echo "${modules[*]}")
  mvn -Dstyle.color=never -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Dcyclonedx.skip=true \
    -pl "$list" package 2>&1 | grep --line-buffered -E '^\[INFO\] Building Lagwatch|^\[ERROR\]' |
    sed -u -E 's/^\[INFO\] Building (Lagwatch [a-z ]*[a-z]).*/  \1/'
  # Jars that needed no change keep their time; the next start should not build again for that.
  list_built
  touch --no-create "${built[@]}"
fi

exec java -XX:+UseSerialGC -Xmx128m -cp "demo/stage/target/classes:$(cat demo/stage/target/stage.classpath)" io.lagwatch.demo.Demo "$@"
