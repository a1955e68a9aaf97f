#!/bin/sh
# Installs the browser that the tests in test/page run: Debian's Chromium. Does nothing where one is there already.
set -eu
browser=${REVIEWER_BROWSER:-/usr/bin/chromium}
if ! [ -x "$browser" ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "there is no $browser: install Chromium (apt-get install chromium), or name another one in REVIEWER_BROWSER" >&2
    exit 1
  fi
  apt-get update -q
  apt-get install -y -q --no-install-recommends chromium
fi
[ -x "$browser" ] || { echo "there is still no $browser" >&2; exit 1; }
echo "the browser is $browser"
