/** Features of SQL, of pages and styles, and of JavaScript that people rule out by their usual names. */
import { type CodeFeature, JS, MARKUP, PY, STYLE_FILES, TS } from './feature.ts'

const QUERIES: readonly CodeFeature[] = [
  {
    said: '(?:recursive )?CTEs?|common table expressions?|WITH (?:clauses?|queries)',
    word: 'CTE',
    stands:
      '\\bWITH\\s+(?:RECURSIVE\\s+)?["\\w]+\\s*(?:\\([^()]{0,200}\\)\\s*)?AS\\s*(?:(?:NOT\\s+)?MATERIALIZED\\s*)?\\(',
  },
  {
    said: "sub-?quer(?:y|ies)|sub-?selects?|nested (?:selects?|queries)|Unterabfragen?|sous-requêtes?|subconsultas?|sottoquery|sub-?query[’']?s",
    word: 'subquery',
    stands: '(?<!\\b(?:AS|MATERIALIZED)\\s{0,9})\\(\\s*SELECT\\b',
  },
  {
    said: 'temp(?:orary)? tables?|temporären? Tabellen?|tables? temporaires?|tablas? temporal(?:es)?|tabelas? temporárias?|tabell[ae] temporane[ae]|tijdelijke tabellen',
    word: 'temporary table',
    stands: '\\bCREATE\\s+(?:GLOBAL\\s+|LOCAL\\s+)?TEMP(?:ORARY)?\\s+TABLE\\b|\\bCREATE\\s+TABLE\\s+#|\\bINTO\\s+#\\w',
  },
  { said: 'pl/?pgsql', word: 'plpgsql', stands: "\\bLANGUAGE\\s+'?plpgsql\\b|^[ \\t]*DO\\s+\\$\\w*\\$" },
  {
    said: 'stored (?:procedures?|procs?|functions?)|sprocs?|gespeicherten? Prozeduren?|procédures? stockées?|procedimientos? almacenados?|procedimentos? armazenados?|opgeslagen procedures?',
    word: 'stored procedure',
    stands: '\\bCREATE\\s+(?:OR\\s+(?:REPLACE|ALTER)\\s+)?(?:PROC(?:EDURE)?|FUNCTION)\\b',
  },
  {
    said: '(?:db |database |sql |postgres )?triggers?|déclencheurs?|disparadores?|gatilhos?|Datenbank-?trigger',
    word: 'trigger',
    common: true,
    stands: '\\bCREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:CONSTRAINT\\s+)?TRIGGER\\b',
  },
  {
    said: '(?:database |sql )?cursors',
    word: 'cursor',
    common: true,
    stands: '\\bDECLARE\\s+\\w+\\s+(?:\\w+\\s+){0,3}CURSOR\\b',
  },
  {
    said: 'window functions?|fonctions? de fenêtrage|Fensterfunktionen',
    word: 'window function',
    stands: '\\)\\s*OVER\\s*\\(',
  },
  { said: 'select \\*|select[ -]stars?', word: 'SELECT *', stands: '\\bSELECT\\s+(?:\\w+\\.)?\\*' },
]
export const SQL = QUERIES.map((each): CodeFeature => ({ ...each, anyCase: true, inStrings: true }))

const PAGES: readonly CodeFeature[] = [
  {
    said: 'inline[ -](?:css|styles?|styling)|style attributes?|styles? en ligne|estilos? (?:en línea|inline)|stili inline|inline-stile',
    word: 'inline style',
    stands: [[MARKUP, '\\bstyle=(?:\\{\\{|["\'])']],
  },
  {
    said: 'inline[ -](?:scripts?|javascript|js)',
    word: 'inline script',
    stands: [[MARKUP, '<script(?![^>]{0,200}\\bsrc=)[^>]{0,200}>']],
  },
  { said: 'inline (?:event )?handlers', word: 'inline handler', stands: [[MARKUP, '\\son[a-z]{3,15}=["\']']] },
  { said: 'i-?frames?', word: 'iframe', stands: [[MARKUP, '<iframe\\b']] },
  { said: 'media queries', word: 'media query', stands: [[`${STYLE_FILES}|html?`, '@media\\b']] },
  { said: 'flex-?box', word: 'flexbox', stands: [[`${STYLE_FILES}|html?`, 'display:\\s*(?:inline-)?flex\\b']] },
  { said: '@apply', word: '@apply', stands: [[STYLE_FILES, '@apply\\b']] },
]
export const MARKUP_AND_STYLES = PAGES.map((each): CodeFeature => ({ ...each, inStrings: true }))

export const SCRIPT_FEATURES: readonly CodeFeature[] = [
  {
    said: 'optional[ -]chain(?:ing|s)?|optionale[ns]? (?:chaining|verkettung)|chaînage optionnel|encadenamiento opcional|encadeamento opcional',
    word: 'optional chaining',
    stands: [[`${JS}|swift|kts?|cs|dart`, '\\?\\.(?!\\d)']],
  },
  { said: 'nullish coalesc(?:ing|e)', word: 'nullish coalescing', stands: [[`${JS}|php|cs|swift`, '\\?\\?']] },
  {
    said: '`?var`?(?: declarations?| keywords?)?',
    word: 'var',
    stands: [[`${JS}|java|cs|kts?|scala|swift`, '(?<![\\w.$-])var\\s+[\\w${[]']],
  },
  {
    said: 'arrow[ -]functions?|fat arrows?|Pfeilfunktionen|fonctions? fléchées?|funciones? (?:de )?flecha|funções (?:de )?seta|funzioni freccia|arrow functies',
    word: 'arrow function',
    stands: [
      [JS, '(?<=[)\\w]\\s{0,3})=>(?!\\s*(?:void|string|number|boolean|any|unknown|never|[A-Z]\\w*\\s*(?:[;,<)]|$)))'],
      ['php', '\\bfn\\s*\\('],
    ],
  },
  {
    said: 'default[ -]exports?|export default',
    word: 'default export',
    stands: [[JS, '^[ \\t]*export\\s+default\\b|\\bas\\s+default\\b']],
  },
  { said: 'barrel (?:files|exports)|barrels', word: 'barrel file', stands: [[JS, '^[ \\t]*export\\s+\\*\\s+from\\b']] },
  { said: 'dynamic imports?', word: 'dynamic import', stands: [[JS, '\\bimport\\(']] },
  {
    said: 'async(?:/| and |-| ?& ?|\\s)await|async (?:functions?|code)|async',
    word: 'async/await',
    keyword: 'async',
    stands: [
      [
        '',
        '\\basync\\s+(?:def|function|fn|move|fun|for|with|Task\\b|void)|\\basync\\s*(?:\\(|\\w+\\s*(?:=>|\\())|(?<![.\\w])await\\s|\\.await\\b',
      ],
    ],
  },
  { said: 'asyncio', word: 'asyncio', stands: [[PY, '\\basyncio\\b']] },
  {
    said: 'class components?',
    word: 'class component',
    stands: [[JS, '\\bextends\\s+(?:React\\.)?(?:Pure)?Component\\b']],
  },
  {
    said: 'non-?null assertions?|non-?null operators?|bang operators?',
    word: 'non-null assertion',
    stands: [[TS, '[\\w)\\]]!(?=[.;,)\\]\\[]|$)']],
  },
  {
    said: 'type[ -](?:assertions?|casts?)|`as` casts?',
    word: 'type assertion',
    stands: [
      [
        TS,
        '^(?![ \\t]*(?:import|export)\\b|[ \\t]*\\w+ as \\w+,?[ \\t]*$)[^\\n]{0,300}?\\bas\\s+(?:unknown|any|string|number|boolean|[A-Z]\\w*)',
      ],
    ],
  },
  {
    said: 'snapshot[ -](?:tests?|testing|assertions?)|snapshottests?|snapshot-tests?|tests? (?:de )?snapshots?|testes de snapshot|pruebas de snapshot',
    word: 'snapshot test',
    stands:
      '\\btoMatch(?:\\w*)Snapshot\\(|\\bassert\\w*_snapshot!?\\(|\\binsta::|\\bmatchesSnapshot|\\bmatchSnapshot|\\bsnapshot\\.assert_match',
  },
  { said: 'debugger statements?', word: 'debugger', keyword: 'debugger', stands: [[JS, '^[ \\t]*debugger\\b']] },
  {
    said: 'jquery',
    word: 'jQuery',
    stands: [[`${JS}|html?|php|erb`, '(?<![\\w$])\\$\\(|\\bjQuery\\b|[\'"/]jquery\\b']],
    inStrings: true,
  },
]
