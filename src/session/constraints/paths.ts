/** Paths and names of files as people write them in a sentence. */
import { once } from '../../common/memo.ts'

const REST = '[\\w.@*/+-]*[\\w*/]'
const FROM_HERE = `@?(?:~|\\.{1,2})?/${REST}`
const GLOB = '@?\\*+(?:\\.\\w+)+(?!\\.?[\\w*-])'
const DOT_FILE =
  '\\.(?:env|git|github|gitignore|npmrc|eslintrc|vscode|claude|husky|dockerignore|editorconfig|circleci)\\b'

/**
 * A path, a glob or a file name with an ending; a name in marks. Bare words are none. No two of these forms fit the same text: what a
 * prompt lists in so many words would be tried in each of both for every one of them, which takes exponential time.
 */
export const PATH = `(?:${[
  '`[^`\\n]+`|"[^"\\n]+"|\'[^\'\\n]+\'',
  FROM_HERE,
  `(?!${FROM_HERE})[\\w.@*-]+/(?:${REST})?`,
  GLOB,
  `${DOT_FILE}(?:[\\w.-]*\\w)?`,
  `(?!${DOT_FILE})\\.[a-z][\\w-]*(?:(?:rc|ignore)\\b|(?:\\.[\\w-]+)*\\.(?:ya?ml|json[c5]?|toml|ini|[cm]?[jt]s|lock|xml|cfg|conf|properties|local|example|php|rb|py|txt|md)\\b)`,
  `(?!${GLOB})[\\w@*-]+(?:\\.[\\w-]+)*\\.(?:[a-z]\\w{0,9}|\\*)`,
  '(?:README|LICENSE|CHANGELOG|Makefile|Dockerfile|Gemfile|Procfile|CLAUDE|Jenkinsfile|src|lib|vendor|backend|frontend|node_modules|dist)\\b(?![/-])',
].join('|')})`

/** Paths, globs and names of files in a text, without their marks. */
export function pathsIn(text: string): readonly string[] {
  const found = text.match(eachPath()) ?? []
  return found
    .map(path => path.replace(/^[`"'@]+|[`"']+$/g, ''))
    .filter(path => !/\s/.test(path) && !/^(?:and|or|e\.g|i\.e)/.test(path))
}

/** A particle of a language that does not part its words may follow. */
const eachPath = once(
  () =>
    new RegExp(
      `(?<![\\w./:-])${PATH}(?=$|[\\s,;:.)!?，。、；：！？）」』]|\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}|\\p{Script=Hangul})`,
      'giu',
    ),
)
