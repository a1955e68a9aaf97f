#!/bin/sh
# Reviews a captured action end to end: what the client is told, why, and the row that stays on record.
set -u
cd "$(dirname "$0")/.."
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
payload="$state/payload.json"
# A payload as Claude Code sent it, with a command that would cost a day of work.
node -e '
  const fs = require("fs")
  const payload = JSON.parse(fs.readFileSync("test/fixtures/payloads/PreToolUse--Bash--1.json", "utf8"))
  payload.cwd = process.cwd()
  payload.tool_input.command = "cd /tmp && git clone -q https://example.com/x.git; rm -rf ~/"
  fs.writeFileSync(process.argv[1], JSON.stringify(payload))
' "$payload"
echo "== what Claude Code is told (hook)"
dist/reviewer hook --home "$state" < "$payload"
echo "   exit code $? (2: the call does not run)"
echo
echo "== why (explain)"
dist/reviewer --home "$state" explain "$payload"
echo
echo "== what is on record (audit)"
dist/reviewer --home "$state" audit list
dist/reviewer --home "$state" audit verify
