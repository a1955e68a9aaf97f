#!/usr/bin/env node
'use strict'
// At once: nobody listens for the end, and `exit` would compile what tells them.
if (process.argv[2] === 'hook') process.reallyExit(hook())
else if (process.argv[2] === 'doctor') process.exitCode = doctor()
else command()

function doctor() {
  try {
    return require('../dist/doctor.cjs').main(process.argv.slice(3), require('node:path').dirname(__dirname))
  } catch (error) {
    return unusable(error)
  }
}

function command() {
  try {
    require('../dist/cold.cjs').runCommand(process.argv)
  } catch (error) {
    unusable(error)
  }
}

function unusable(error) {
  process.stderr.write(
    `reviewer is broken (${error.message.split('\n')[0]}); in its directory: npm install && npm run build. See: reviewer doctor\n`,
  )
  process.exitCode = 2
  return 2
}

// A hook is over before what V8's optimising compiler makes of it could pay: compiling takes more of a process of 60 ms than it saves,
// up to half of the time that reading a long output takes. It begins eight times later, where a text is of megabytes. Expressions that
// short texts are asked are interpreted, and what improves them for that takes longer than they run. Later Nodes do not know the first
// option, and refuse to start with one on their command line. `node:v8` would take milliseconds to load; of what is said of the way
// that is taken, nobody would hear before the end, but to say it takes as long as all else here.
function compileLate() {
  if (!process.version.startsWith('v20.')) return
  const { emitWarning } = process
  process.emitWarning = () => undefined
  const v8 = process.binding('v8')
  v8.setFlagsFromString('--interrupt-budget=1000000')
  v8.setFlagsFromString('--no-regexp-peephole-optimization')
  process.emitWarning = emitWarning
}

function hook() {
  try {
    compileLate()
    // Where the launcher lies is known: `require` would look for it all the same.
    const dist = `${__dirname.slice(0, -'bin'.length)}dist`
    const file = `${dist}/launch.cjs`
    const module = { exports: {} }
    const script = new (require('node:vm').Script)(require('node:fs').readFileSync(file, 'utf8'), { filename: file })
    script.runInThisContext()(module.exports, require, module, file, dist)
    return module.exports.launch(process.argv.slice(3), require, dist)
  } catch (error) {
    return broken(error)
  }
}

// A broken installation must not fall silent where a verdict is owed, nor hold up anything else.
function broken(error) {
  const fs = require('node:fs')
  fs.writeSync(
    2,
    `reviewer is broken (${error.message.split('\n')[0]}); a person mends it in a terminal: npm install && npm run build\n`,
  )
  try {
    return /"hook_event_name"\s*:\s*"(?!PreToolUse")/.test(fs.readFileSync(0, 'utf8')) ? 0 : 2
  } catch {
    return 2
  }
}
