#!/bin/sh
# Installs reviewer @VERSION@, the safety reviewer for Claude Code, for the user who runs this: downloads the executable of this
# platform, refuses it unless its SHA-256 is the one that is written below, and has it register itself.
#
#   curl -fsSL .../install.sh | sh                    in a terminal: a short dialogue; elsewhere: reviewer init
#   curl -fsSL .../install.sh | sh -s -- init --local what to run in its place
#   sh install.sh --to DIR                            only put the program there (for CI)
#
# REVIEWER_REGISTRY names another registry with the same packages.
set -eu

version='@VERSION@'
registry=${REVIEWER_REGISTRY:-https://registry.npmjs.org}

say() { printf 'install.sh: %s\n' "$*" >&2; }
fail() {
  say "$*"
  say 'nothing was installed'
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# SHA-256 of the package of a platform; nothing where there is none.
sum_of() {
  case $1 in
@SUMS@
  esac
}

# As the packages are named.
platform() {
  case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "no executable for $(uname -s) by this script; on Windows: npx step-reviewer" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) fail "no executable for $(uname -m)" ;;
  esac
  # A shell that is translated calls an Apple processor one of Intel.
  if [ "$os" = darwin ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || true)" = 1 ]; then cpu=arm64; fi
  libc=
  if [ "$os" = linux ] && ldd --version 2>&1 | grep -qi musl; then libc=-musl; fi
  printf '%s-%s%s\n' "$os" "$cpu" "$libc"
}

download() {
  if has curl; then
    curl -fsSL --retry 2 -o "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail 'neither curl nor wget is installed'
  fi
}

digest() {
  if has sha256sum; then
    sha256sum "$1" | cut -d' ' -f1
  elif has shasum; then
    shasum -a 256 "$1" | cut -d' ' -f1
  elif has openssl; then
    openssl dgst -sha256 -r "$1" | cut -d' ' -f1
  else
    fail 'nothing is installed that computes SHA-256 (sha256sum, shasum or openssl), so the download cannot be checked'
  fi
}

# Called on the last line: a script that was cut short on its way runs nothing.
main() {
  to=
  if [ "${1:-}" = --to ]; then
    to=${2:-}
    [ -n "$to" ] || fail '--to needs a directory'
    shift 2
  fi
  name=$(platform)
  wanted=$(sum_of "$name")
  [ -n "$wanted" ] || fail "version $version has no package for $name"
  making=$(mktemp -d)
  trap 'rm -rf "$making"' EXIT
  trap 'exit 130' INT TERM
  url=$registry/@step-reviewer/$name/-/$name-$version.tgz
  say "downloading $url"
  download "$url" "$making/package.tgz" || fail "$url cannot be downloaded"
  found=$(digest "$making/package.tgz")
  [ "$found" = "$wanted" ] || fail "$url is not what version $version was published with: its SHA-256 is $found, and should be $wanted"
  tar -xzf "$making/package.tgz" -C "$making" package/reviewer || fail "$url cannot be unpacked"
  program=$making/package/reviewer
  chmod 755 "$program"
  [ "$("$program" --version)" = "$version" ] || fail "the executable for $name does not start here"
  if [ -n "$to" ]; then
    mkdir -p "$to"
    cp "$program" "$to/reviewer.new" && mv "$to/reviewer.new" "$to/reviewer"
    say "installed $to/reviewer; it is not registered with Claude Code"
    return
  fi
  if [ $# -gt 0 ]; then
    "$program" "$@"
  elif [ -t 1 ] && (: </dev/tty) 2>/dev/null; then
    # Standard input is this script, where it comes through a pipe.
    "$program" setup </dev/tty
  else
    "$program" init
  fi
}

main "$@"
