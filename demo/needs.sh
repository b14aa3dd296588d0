# Sourced by demo.sh and test.sh: finds the required programs, and installs Debian packages if possible.

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# RUNLEVEL prevents a package from starting its service.
install() { RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1"; }

# want COMMAND PACKAGE...: succeeds if the command exists or one of the packages can be installed.
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

# need WHAT COMMAND PACKAGE...: like want, but exits with a message if the command cannot be installed.
need() {
  local what=$1
  shift
  want "$@" && return 0
  echo "$what is required, but $1 is not on the PATH. Install it (Debian: apt-get install $2)." >&2
  exit 1
}

need_java() {
  need "Java 17 or newer" javac openjdk-17-jdk-headless default-jdk-headless
  local version
  version=$(javac -version 2>&1)
  if [[ ! $version =~ ^javac\ ([0-9]+) ]] || [ "${BASH_REMATCH[1]}" -lt 17 ]; then
    echo "Java 17 or newer is required, found $version" >&2
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

# Java 25, in addition to the default Java. Only some tests need it, so the script continues without it.
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
  echo "Java 25 is not installed in /usr/lib/jvm or JAVA25_HOME: the tests of the newest Spark with Java 25 will fail" >&2
}

need_maven() { need "Maven 3.8.1 or newer" mvn maven; }
