/** Shell text that in most cases runs `rm -rf /etc`, in as many spellings as the shell has, and text that is broken in some way. */
import type { Random } from './random.ts'

/** A command that deletes VICTIM, spelled at random. */
export const VICTIM = '/etc'

/** Spells a word so that the shell reads it as `text`. */
function spelled(text: string, { pick, int, oneIn }: Random, depth = 0): string {
  const plain = [...text]
  const cut = 1 + int(Math.max(1, plain.length - 1))
  const [head, tail] = [plain.slice(0, cut).join(''), plain.slice(cut).join('')]
  const hex = (part: string): string => [...part].map(c => `\\x${c.charCodeAt(0).toString(16)}`).join('')
  const octal = (part: string): string =>
    [...part].map(c => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`).join('')
  if (oneIn(3)) return text
  const ways: (() => string)[] = [
    () => `'${text}'`,
    () => `"${text}"`,
    () => `${head}''${tail}`,
    () => `"${head}"'${tail}'`,
    () => `\\${text}`,
    () => `$'${hex(text)}'`,
    () => `$'${octal(head)}'${tail}`,
    () => `$(printf %s ${text})`,
    () => `\`echo ${text}\``,
    () => `"$(echo "${text}")"`,
    () => `$(printf '${octal(text)}')`,
    () => `\${unset1:-${text}}`,
    () => `"\${unset2-"${text}"}"`,
    () => `${head}\${unset3}${tail}`,
    () => `${head}$unset4${tail === '' ? '' : `"${tail}"`}`,
    () => `$(echo ${[...text].reverse().join('')} | rev)`,
    () => `$(echo ${text}x | tr -d x)`,
    () => `$(echo ${Buffer.from(text).toString('base64')} | base64 -d)`,
    () => `$(cat <<< ${text})`,
    () => `$(cat <<'E'\n${text}\nE\n)`,
    () => `\${list[1]:-${text}}`,
    () => `$(for i in ${text}; do echo $i; done)`,
    () => `$(set -- a ${text}; echo $2)`,
    () => `$(x=${text}zz; echo \${x%zz})`,
    () => `$(x=${text}; y=x; echo \${!y})`,
    () => `$(a=(q ${text}); echo "\${a[1]}")`,
    () => `$(read v <<< ${text}; echo "$v")`,
    () => `$(IFS=,; v=a,${text}; set -- $v; echo $2)`,
    () => `$(v=zz${text}; echo \${v:2})`,
    () => `$(v=${head}zz${tail}; echo \${v/zz/})`,
    () => `$(v=(a ${text} b); echo "\${v[@]:1:1}")`,
    () => `$(declare -A m=([k]=${text}); echo "\${m[k]}")`,
    () => `$(printf -v v %s ${text}; echo $v)`,
    () => `$(mapfile -t m <<< ${text}; echo "\${m[0]}")`,
    () => `$(v=${text}; declare -n w=v; echo $w)`,
    () => `$(f() { local v=${text}; echo $v; }; f)`,
    () => `$(echo x ${text} | { read a b; echo $b; })`,
    () => `$(v=${text.toUpperCase()}; echo \${v,,})`,
    () => `$(getopts a: o -a ${text}; echo $OPTARG)`,
    () => `$(case ${text} in *) echo ${text};; esac)`,
    () => `$(echo ${head}{${tail === '' ? "''" : tail},q} | { read a b; echo $a; })`,
    () => `$(seq 1 | while read n; do echo ${text}; done)`,
    () => `$(head -n 1 <<< ${text})`,
    () => (depth < 2 ? `$(echo ${spelled(text, { pick, int, oneIn } as Random, depth + 1)})` : text),
  ]
  return pick(ways)()
}

/** A whole command that deletes the victim. */
export function destructive(r: Random): string {
  const rm = spelled('rm', r)
  const flags = r.pick(['-rf', '-r -f', '-fr', '--recursive', '-R', '-r --', '-vrf'])
  const target = spelled(VICTIM, r)
  const whole = r.pick([
    `${rm} ${flags} ${target}`,
    `${rm} ${flags} ${target}`,
    `${rm} ${flags} ${target}`,
    `echo ${target} | xargs ${rm} ${flags}`,
    `xargs ${rm} ${flags} <<< ${target}`,
    `echo ${target} | while read v; do ${rm} ${flags} "$v"; done`,
    `while read -r v; do ${rm} ${flags} $v; done <<< ${target}`,
    `for v in a ${target}; do ${rm} ${flags} "$v"; done`,
    `v=${target}; ${rm} ${flags} "$v"`,
    `v=(${flags} ${target}); ${rm} "\${v[@]}"`,
    `f() { ${rm} ${flags} "$1"; }; f ${target}`,
    `set -- ${flags} ${target}; ${rm} "$@"`,
    `${rm} ${flags} {x,${VICTIM}}`,
    `c="rm ${flags} ${VICTIM}"; $c`,
    `select v in ${target}; do ${rm} ${flags} "$v"; break; done <<< 1`,
  ])
  return wrapped(whole, r, 0)
}

/** What may stand before a simple command. */
const PREFIXES = ['command', 'env', 'env A=b', 'A=b', 'B=c env', 'nice', 'nice -n 5', 'timeout 5', 'timeout -k 1 5s']

/** The command in surroundings in which the shell runs it all the same. */
export function wrapped(command: string, r: Random, depth = 0): string {
  if (depth > 3 || r.oneIn(3)) return command
  if (depth === 0 && r.oneIn(2)) return wrapped(`${r.pick(PREFIXES)} ${command}`, r, depth)
  const quoted = command.replaceAll("'", "'\\''")
  const ways: (() => string)[] = [
    () => `true && ${command}`,
    () => `false || ${command}`,
    () => `! ${command}`,
    () => `(${command})`,
    () => `{ ${command}; }`,
    () => `if true; then ${command}; fi`,
    () => `if false; then :; else ${command}; fi`,
    () => `for i in 1; do ${command}; done`,
    () => `for i in 1 2; do :; done; ${command}`,
    () => `while true; do ${command}; break; done`,
    () => `until false; do ${command}; break; done`,
    () => `case x in a) : ;; *) ${command} ;; esac`,
    () => `f() { ${command}; }; f`,
    () => `function g { ${command}; }; g x`,
    () => `eval '${quoted}'`,
    () => `echo x | ${command}`,
    () => `${command} | cat`,
    () => `${command} & wait`,
    () => `echo $(${command})`,
    () => `echo "\`${command}\`"`,
    () => `cat <(${command})`,
    () => `x=$(${command})`,
    () => `[[ -n $(${command}) ]]`,
    () => `trap '${quoted}' EXIT`,
    () => `: $(( $(${command}; echo 1) + 1 ))`,
    () => `a[$(${command}; echo 0)]=1`,
    () => `coproc { ${command}; }; wait`,
    () => `cat <<E\n$(${command})\nE`,
    () => `v='${quoted}'; eval "$v"`,
    () => `${command} # ${r.pick(['a comment', "it's", '$(', '"'])}`,
    () => `echo ${r.pick(["'fine'", '"ok"', '$HOME', '*'])}; ${command}`,
  ]
  return wrapped(r.pick(ways)(), r, depth + 1)
}

const PIECES = [
  ...[
    '$(',
    ')',
    '`',
    '"',
    "'",
    '{',
    '}',
    '<<',
    '<<E\n',
    '\nE\n',
    '|',
    '&&',
    '\\',
    '\n',
    '*',
    '${',
    '--',
    '-',
    ';',
    ' ',
  ],
  ...[
    '((',
    '))',
    '[[',
    ']]',
    '<(',
    '>&',
    '>&-',
    '<<<',
    '#',
    '!',
    '$',
    '=',
    '~',
    ' do ',
    ' done ',
    ' in ',
    'case ',
    ' esac ',
  ],
  ...['\u0000', '\uD800', 'é', '\r', '\t', '()', 'function ', '@(', '$[', "$'", 'if ', 'fi ', ' then ', '2>', '1<&0'],
]

/** The text with a few things cut out, put in or doubled. */
export function mutated(text: string, r: Random): string {
  let out = text
  for (let edits = 1 + r.int(3); edits > 0; edits--) {
    const at = r.int(out.length + 1)
    const length = r.oneIn(2) ? 0 : r.int(6)
    const put = r.oneIn(6) ? out.slice(at, at + 1 + r.int(30)) : r.pick(PIECES)
    out = out.slice(0, at) + put + out.slice(at + length)
  }
  return out
}
