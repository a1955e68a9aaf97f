#!/usr/bin/env node
'use strict'

try {
  require('../dist/reviewer.cjs')
} catch (error) {
  broken(error)
}

// A broken installation must not fall silent where a verdict is owed, nor hold up anything else.
function broken(error) {
  const fs = require('node:fs')
  fs.writeSync(
    2,
    `reviewer is broken (${error.message.split('\n')[0]}); a person mends it in a terminal: npm install && npm run build. See: reviewer doctor\n`,
  )
  process.exitCode = 2
  if (process.argv[2] !== 'hook') return
  try {
    if (/"hook_event_name"\s*:\s*"(?!PreToolUse")/.test(fs.readFileSync(0, 'utf8'))) process.exitCode = 0
  } catch {
    // What cannot be read is owed a verdict.
  }
}
