#!/bin/sh
# Installs the ClickHouse engine that the tests of deploy/clickhouse.sql run: always the same version, never as a dependency, for it
# takes 546 MB. Into $REVIEWER_CLICKHOUSE_DIR, or node_modules/.clickhouse of this package. Does nothing where it is there already.
set -eu
version=3.4.0
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
directory=${REVIEWER_CLICKHOUSE_DIR:-$root/node_modules/.clickhouse}

if ! grep -qs "\"version\": *\"$version\"" "$directory/node_modules/chdb/package.json"; then
  mkdir -p "$directory"
  # A package.json of its own, or npm would install into the package around it.
  printf '{ "private": true }\n' >"$directory/package.json"
  npm install --prefix "$directory" --ignore-scripts --no-audit --no-fund --no-package-lock --no-save "chdb@$version"
fi
REVIEWER_CLICKHOUSE_DIR=$directory node -e '
  const { query } = require(`${process.env.REVIEWER_CLICKHOUSE_DIR}/node_modules/chdb`)
  console.log(`ClickHouse ${query("SELECT version()", "TSV").trim()} is in ${process.env.REVIEWER_CLICKHOUSE_DIR}`)
'
