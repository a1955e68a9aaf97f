#!/usr/bin/env node
'use strict'

try {
  start()
} catch (error) {
  broken(error)
}

// The executable that npm installed for this platform runs without Node's start-up, and opens the record by itself. Only what puts it in
// its place is done by this package's own code, which looks first whether it is the one that was published.
function start() {
  const words = process.argv.slice(2)
  const executable = installs(words) ? undefined : installed()
  if (executable === undefined) {
    require('../dist/reviewer.cjs')
    return
  }
  const { spawnSync } = require('node:child_process')
  const { status, signal, error } = spawnSync(executable, words, { stdio: 'inherit' })
  if (error) throw error
  if (signal) process.kill(process.pid, signal)
  process.exitCode = status ?? 1
}

// No word at all is the dialogue, or what it became once something is installed.
function installs(words) {
  const command = words.find(word => !word.startsWith('-'))
  return command === undefined ? words.every(word => word === '--yes') : /^(init|setup|upgrade)$/.test(command)
}

function installed() {
  const { platform, arch, report } = process
  const isMusl = platform === 'linux' && report.getReport().header.glibcVersionRuntime === undefined
  const name = `@step-reviewer/${platform}-${arch}${isMusl ? '-musl' : ''}`
  try {
    return require.resolve(`${name}/reviewer${platform === 'win32' ? '.exe' : ''}`)
  } catch {
    return undefined
  }
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
