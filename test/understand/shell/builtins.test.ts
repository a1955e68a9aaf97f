/** What the shell's own commands set, run and hand on. */
import { describe, expect, test } from 'vitest'
import { effectsOf, HOME } from './world.ts'

const DELETES_HOME = `delete home ${HOME}`

describe('all of these delete the home', () => {
  test.each([
    'declare -n ref=HOME; rm -rf "$ref"',
    'set -- -rf ~; rm "$@"',
    'set - -rf ~; rm "$@"',
    'v="$(rm -rf ~)"; echo >& "$v"',
    'set -eu -o pipefail -- -rf ~; rm "$@"',
    "IFS=,; c='rm,-rf,/home/dev'; $c",
    "printf '%s\\n' 'rm -rf ~' | tee /dev/null | bash",
    "tee z.sh <<< 'rm -rf ~' >/dev/null; bash z.sh",
    ". /dev/stdin <<< 'rm -rf ~'",
    "bash /dev/stdin <<< 'rm -rf ~'",
    "exec 3<<<'rm -rf ~'; bash <&3",
    'a[$(rm -rf ~)]=1',
    "a['$(rm -rf ~)']=1",
    "a[1 + '`rm -rf ~`']=1",
    "[[ -v 'a[$(rm -rf ~)]' ]]",
    "test -v 'a[$(rm -rf ~)]'",
    "x='a[$(rm -rf ~)]'; echo $((x))",
    "let 'a[$(rm -rf ~)]=1'",
    'hash -p /bin/rm ls; ls -rf ~',
    "BASH_ALIASES[ls]='rm -rf ~'; ls",
    "compgen -C 'rm -rf ~'",
    "mapfile -C 'rm -rf ~; :' -c 1 < README.md",
    'x=HOME; rm -rf "${!x}"',
    'while read f; do rm -rf "$f"; done <<< ~',
    'read a b <<< "x /home/dev"; rm -rf "$b"',
    "trap 'rm -rf ~' EXIT",
    "trap 'rm -rf ~' INT",
    "printf '%s\\0' ~ | xargs -0 -n1 rm -rf",
    'printf -v a -v v %s rm; $v -rf ~',
    'printf -vv %s rm; $v -rf ~',
    'printf -v v -- %s rm; $v -rf ~',
    'for ((i=$(rm -rf ~);i<1;i++)); do :; done',
    "exec 3<<<'rm -rf ~'; source /dev/fd/3",
    "bash /dev/fd/3 3<<< 'rm -rf ~'",
    'IFS=+ read -ra c <<< "rm+-rf+$HOME"; "${c[@]}"',
    "read -r -d '' c <<'X'\nrm -rf ~\nX\neval \"$c\"",
    'read -p prompt -r d <<< ~; rm -rf "$d"',
    'a=(rm -rf); a+=(~); "${a[@]}"',
    'declare -A m=([k]=\'rm -rf ~\'); eval "${m[k]}"',
    "PS1='$(rm -rf ~)' bash -i",
  ])('%s', command => expect(effectsOf(command)).toContain(DELETES_HOME))
})

describe('and these nothing but what they say', () => {
  test.each([
    'TMP=$(mktemp -d); trap \'rm -rf "$TMP"\' EXIT',
    'trap \'rm -rf "$TMP"\' EXIT; TMP=$(mktemp -d)',
    'set -- -rf ~; shift 2; echo "$@"',
    'set -euo pipefail',
    'while read -r line; do echo "$line"; done < README.md',
    'IFS=: read -ra parts <<< "$PATH"; echo "${parts[0]}"',
  ])('%s', command =>
    expect(effectsOf(command).filter(effect => effect.includes(HOME) && !/^read/.test(effect))).toEqual([]),
  )
})
