#!/bin/sh
# Runs tests on another Node: scripts/on-node.sh VERSION [--builtin-sqlite] [test files …]. Where none are named: all of
# vitest.node.config.ts, which says what one Node can do otherwise than another.
# On a copy of this package, in which better-sqlite3 is built for that Node; with --builtin-sqlite it is not built at all, so that
# node:sqlite is the only driver. Node comes from the registry. Exit code 3 where better-sqlite3 cannot be built for want of that
# Node's headers; where they lie can be said with REVIEWER_NODE_HEADERS.
set -eu
[ $# -ge 1 ] || { echo 'usage: scripts/on-node.sh VERSION [--builtin-sqlite] [test files …]' >&2; exit 2; }
version=$1
shift
builtin=no
[ "${1:-}" = --builtin-sqlite ] && { builtin=yes; shift; }
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# Beside the package where that is possible, so that its modules can be linked instead of copied.
copy=$(mktemp -d "$root/../.reviewer-on-node-XXXXXX" 2>/dev/null || mktemp -d)
trap 'rm -rf "$copy"' EXIT
# Some tests run as another user.
chmod 755 "$copy"
trap 'exit 1' INT TERM HUP

printf '{ "private": true }\n' >"$copy/package.json"
npm install --silent --no-audit --no-fund --no-package-lock --no-save --prefix "$copy" "node@$version"
node=$(find "$copy/node_modules" -path '*/bin/node' \( -type f -o -type l \) | head -n 1)
[ -x "$node" ] || { echo "the registry gave no Node $version for this machine" >&2; exit 1; }

package=$copy/package
mkdir "$package"
(cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$package")
# A link would lead to the modules themselves, of which parts are removed below.
modules=$(readlink -f "$root/node_modules")
cp -al "$modules" "$package/node_modules" 2>/dev/null || cp -a "$modules" "$package/node_modules"
native=$package/node_modules/better-sqlite3
rm -rf "$native/build"
if [ "$builtin" = no ]; then
  # Built where nothing is a link to the modules of this package.
  cp -a "$native" "$native.own" && rm -rf "$native" && mv "$native.own" "$native"
  headers=${REVIEWER_NODE_HEADERS:-}
  # Fetching headers may hang where there is no way to them.
  if ! (cd "$native" && timeout 600 env npm_config_nodedir="$headers" \
    PATH="$(dirname "$node"):$PATH" "$node" "$(command -v npm)" run --silent build-release) >"$copy/build.log" 2>&1; then
    tail -n 3 "$copy/build.log" >&2
    echo "better-sqlite3 cannot be built for Node $version here: give its headers with REVIEWER_NODE_HEADERS=DIR" >&2
    exit 3
  fi
fi

cd "$package"
PATH="$(dirname "$node"):$PATH"
export PATH
echo "Node $(node --version), $([ "$builtin" = yes ] && echo node:sqlite alone || echo better-sqlite3)"
npm run --silent build
node node_modules/vitest/vitest.mjs run -c vitest.node.config.ts "$@"
