#!/usr/bin/env bash
# Measures. Each result is a line "figure <name> <value> <unit>". A figure that could not be measured is not printed, and the exit code is 1.
#   ./bench.sh [all|replay] [--quick]
# Ratios are taken within one run, in interleaved rounds; the median counts. Needs a release: mvn package, or
# LAGWATCH_HOME with an unpacked one. A full run takes several minutes and 3 GB in TMPDIR.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

what=all
bytes=2000000000
rounds=7
for argument in "$@"; do
  case $argument in
    --quick) bytes=60000000 rounds=3 ;;
    all | replay) what=$argument ;;
    *)
      echo "usage: ./bench.sh [all|replay] [--quick], found $argument" >&2
      exit 2
      ;;
  esac
done

failed=0
unmeasured() {
  echo "$1 was not measured: $2" >&2
  failed=1
}

# Seconds that a command takes; nothing if it fails. Its output goes to a file.
seconds() {
  local output=$1 begin end
  shift
  begin=$(date +%s%N)
  "$@" >"$output" 2>"$output.err" || return 1
  end=$(date +%s%N)
  awk -v ns=$((end - begin)) 'BEGIN { printf "%.3f", ns / 1e9 }'
}

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

count_progress() { zcat "$1" | grep -c progress; }

# Reading a driver's log in 256 MB of heap, compared with zcat and grep on the same log.
bench_replay() {
  local archive home log ratio plain packed zcat round expected output
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  home=${LAGWATCH_HOME:-}
  if [ -z "$home" ]; then
    archive=$(find . -name 'lagwatch-*.tar.gz' -path '*/target/*' | head -n 1)
    [ -n "$archive" ] && mkdir "$work/home" && tar xzf "$archive" -C "$work/home" --strip-components=1 && home=$work/home
  fi
  if [ ! -x "$home/bin/lagwatch-exporter" ]; then
    unmeasured replay "expected a release, found none; run mvn package or set LAGWATCH_HOME to an unpacked one"
    return
  fi
  log=$work/driver.log
  awk -v bytes=$bytes -f benchmarks/driver-log.awk >"$log" && gzip -k "$log" || {
    unmeasured replay "the log could not be written to $work"
    return
  }
  expected=$(grep -c 'made progress' "$log")
  for ((round = 0; round < rounds; round++)); do
    zcat=$(seconds "$work/zcat.out" count_progress "$log.gz") &&
      plain=$(JAVA_OPTS=-Xmx256m seconds "$work/plain.out" "$home/bin/lagwatch-exporter" replay --format text "$log") &&
      packed=$(JAVA_OPTS=-Xmx256m seconds "$work/packed.out" "$home/bin/lagwatch-exporter" replay --format text "$log.gz") || {
      unmeasured replay "a command failed"
      cat "$work"/*.err >&2
      return
    }
    for output in plain packed; do
      if [ "$(sed -n 's/^read \([0-9,]*\) progress.*/\1/p' "$work/$output.out" | tr -d ,)" != "$expected" ]; then
        unmeasured replay "expected $expected progress, found $(tail -n 1 "$work/$output.out")"
        return
      fi
    done
    echo "$zcat" >>"$work/zcat"
    awk -v a="$zcat" -v b="$plain" 'BEGIN { print a / b }' >>"$work/plain"
    awk -v a="$zcat" -v b="$packed" 'BEGIN { print a / b }' >>"$work/packed"
  done
  echo "figure replay_log $(stat -c %s "$log") bytes"
  echo "figure replay_zcat $(median <"$work/zcat") s"
  echo "figure replay_plain_vs_zcat $(median <"$work/plain") ratio"
  echo "figure replay_gzip_vs_zcat $(median <"$work/packed") ratio"
  # The slower of the two forms counts.
  ratio=$( (median <"$work/plain" && median <"$work/packed") | sort -n | head -n 1)
  echo "figure replay_vs_zcat $ratio ratio"
}

case $what in
  all | replay) bench_replay ;;
esac
exit "$failed"
