#!/usr/bin/env bash
# Makes the pictures of the status page in docs/img. Needs Chromium and its driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

exec mvn -pl exporter -am verify -Dtest=none -Dit.test=PicturesIT -Dpictures.write=true \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false "$@"
