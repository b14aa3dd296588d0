# Sourced by demo.sh and test.sh: finds the programs they need, and installs Debian's where that is allowed.

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# RUNLEVEL keeps a package's service from being started with it.
install() { RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1"; }

# want COMMAND PACKAGE: true when the command is there, in the end.
want() {
  command -v "$1" >/dev/null && return 0
  can_install || return 1
  echo "Installing $2 ..."
  install "$2" >/dev/null 2>&1 || { apt-get update -q && install "$2"; } >/dev/null 2>&1 || true
  command -v "$1" >/dev/null
}

need() {
  want "$1" "$2" && return 0
  echo "$3: expected $1 on the path, found none (Debian: apt-get install $2)" >&2
  exit 1
}

need_java() {
  need javac openjdk-17-jdk-headless "Java 17 or newer"
  local major
  major=$(javac -version 2>&1 | sed -E 's/^javac ([0-9]+).*/\1/')
  if [ "$major" -lt 17 ]; then
    echo "Java: expected 17 or newer, found $(javac -version 2>&1)" >&2
    exit 1
  fi
}

need_maven() { need mvn maven "Maven 3.8.1 or newer"; }
