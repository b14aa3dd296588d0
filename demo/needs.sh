# Sourced by demo.sh and test.sh: finds the programs they need, and installs Debian's where that is allowed.

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# RUNLEVEL keeps a package's service from being started with it.
install() { RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1"; }

# want COMMAND PACKAGE...: true when the command is there in the end; the packages are tried in turn.
want() {
  local command=$1 package
  shift
  command -v "$command" >/dev/null && return 0
  can_install || return 1
  for package in "$@"; do
    echo "Installing $package ..."
    install "$package" >/dev/null 2>&1 || { apt-get update -q && install "$package"; } >/dev/null 2>&1 || true
    command -v "$command" >/dev/null && return 0
  done
  return 1
}

# need WHAT COMMAND PACKAGE...: ends the script, saying what is missing, when it cannot be had.
need() {
  local what=$1
  shift
  want "$@" && return 0
  echo "$what: expected $1 on the path, found none (Debian: apt-get install $2)" >&2
  exit 1
}

need_java() {
  need "Java 17 or newer" javac openjdk-17-jdk-headless default-jdk-headless
  local version
  version=$(javac -version 2>&1)
  if [[ ! $version =~ ^javac\ ([0-9]+) ]] || [ "${BASH_REMATCH[1]}" -lt 17 ]; then
    echo "Java: expected 17 or newer, found $version" >&2
    exit 1
  fi
}

java25() {
  local home
  for home in "${LAGWATCH_JAVA25:-}" "${JAVA25_HOME:-}" /usr/lib/jvm/*; do
    if [ -x "$home/bin/java" ] && grep -qs '^JAVA_VERSION="25' "$home/release"; then return 0; fi
  done
  return 1
}

# Java 25, beside the Java that is used: only some tests need it, so nothing ends without it.
want_java25() {
  local package
  java25 && return 0
  if can_install; then
    for package in openjdk-25-jre-headless temurin-25-jdk; do
      echo "Installing $package ..."
      install "$package" >/dev/null 2>&1 || { apt-get update -q && install "$package"; } >/dev/null 2>&1 || true
      java25 && return 0
    done
  fi
  echo "Java 25 (the newest Spark is tested on it too): expected one in /usr/lib/jvm or where JAVA25_HOME points, found none; its tests fail" >&2
}

need_maven() { need "Maven 3.8.1 or newer" mvn maven; }
