/** Features of languages as people rule them out, and what only sounds so. */
import { describe, expect, test } from 'vitest'
import { DOTTED, FEATURE_HINTS, FEATURES } from '../../../../src/session/constraints/code/features.ts'
import { onCode } from '../../../../src/session/constraints/code/limits.ts'
import { constraintsIn } from '../../../../src/session/constraints/index.ts'

const targets = (text: string): readonly string[] => onCode(text).flatMap(each => each.targets)

describe('is a limit', () => {
  test.each([
    ['no regex', 'regex'],
    ['Extract the domain from the URL without regular expressions', 'regex'],
    ['Rewrite the router, no match statements', 'match statement'],
    ['no `match` please', 'match statement'],
    ['Refactor the form, but no optional chaining', 'optional chaining'],
    ['Speed up the report query, no CTEs, no subqueries', 'CTE', 'subquery'],
    ['no CTEs, subqueries or temp tables', 'CTE', 'subquery', 'temporary table'],
    ['no temp tables and no plpgsql', 'temporary table', 'plpgsql'],
    ['No unsafe.', 'unsafe'],
    ["You're not allowed to use unsafe", 'unsafe'],
    ['write it without enums', 'enum'],
    ['Port it to TypeScript, no classes or decorators', 'class', 'decorator'],
    ['no `var`', 'var'],
    ['please no goto', 'goto'],
    ['please no inline styles and no !important, otherwise do it however you like', 'inline style', '!important'],
    ['no associative arrays and no mapfile', 'associative array', 'mapfile'],
    ['Sort it in C99 but no VLAs', 'VLA'],
    ['No exceptions, use error codes', 'exception'],
    ['no exceptions, no RTTI', 'exception', 'RTTI'],
    ['Split the module, no default exports', 'default export'],
    ['no wildcard imports', 'wildcard import'],
    ['rewrite it without lambdas', 'lambda'],
    ['no walrus', 'walrus operator'],
    ['no f-strings, we are on 3.5', 'f-string'],
    ['Model the order without dataclasses', 'dataclass'],
    ['no async/await', 'async/await'],
    ['no generators, no list comprehensions', 'generator', 'list comprehension'],
    ['no global variables', 'global variable'],
    ['fix the n+1, use the ORM, no raw sql', 'raw SQL'],
    ['add a `deleted` filter in the repo layer, no raw sql strings, use the query builder', 'raw SQL'],
    ['Do it with plain DDL, no stored procedures, no triggers', 'stored procedure', 'trigger'],
    ['cover the parser, no snapshot tests', 'snapshot test'],
    ['no type annotations', 'type annotation'],
    ['malloc is off limits', 'malloc'],
    ['setTimeout and setInterval are not acceptable', 'setTimeout', 'setInterval'],
    ['time.Sleep in tests is out', 'time.Sleep'],
    ['no #pragma', '#pragma'],
    ['clean up the handler, no console.log left behind', 'console.log'],
    ['not a single `any` or ts-ignore', 'any', 'ts-ignore'],
    ['pls dont use recursion', 'recursion'],
    ['Sum the orders, no streams', 'stream'],
    ['no qsort', 'qsort'],
    ['Vanilla JS, no jQuery', 'jQuery'],
    ['Write the sort by hand, no inline SQL', 'raw SQL'],
    ['never use eval', 'eval'],
    ['do not use malloc or calloc', 'malloc', 'calloc'],
    ['The parser must not use recursion', 'recursion'],
    ["Parse the config and don't throw exceptions, return a Result", 'exception'],
    ['Regex is no good here', 'regex'],
    ['Recursion will not do', 'recursion'],
    ['no regex because the input nests', 'regex'],
    ['Constraints: no regex, no eval', 'regex', 'eval'],
    ['keine regulären Ausdrücke', 'regex'],
    ['Schreib den Parser ohne Rekursion', 'recursion'],
    ['Regex ist tabu', 'regex'],
    ["pas d'expressions régulières", 'regex'],
    ['écris la requête sans sous-requêtes', 'subquery'],
    ['sin subconsultas', 'subquery'],
    ['sin tablas temporales', 'temporary table'],
    ['Reescreve a função sem recursão', 'recursion'],
    ['senza espressioni regolari', 'regex'],
    ['geen globale variabelen', 'global variable'],
    ["Implémente le tri dans tri.c sans appeler qsort, c'est un exercice noté", 'qsort'],
  ])('%s', (text, ...wanted) => expect(targets(text)).toEqual(wanted))
})

describe('is none', () => {
  test.each([
    'there are no classes in this module',
    'no exceptions are thrown, why',
    'users without a default export template',
    'the regex is wrong',
    'the regex is no good',
    'no tests fail',
    'handle the case of no match',
    'no decorators yet in the changelog',
    'the query without CTE is slow',
    'is there a way without recursion',
    'add a lint rule that forbids enums',
    'why is `var` not allowed here',
    'Make all the endpoints under /admin require the role "admin", no exceptions',
    "we can't refund after 30 days, no exceptions, but we can offer a voucher",
    'Every file gets a header, no exceptions',
    'List the tables without triggers',
    'Find all components without default exports',
    'Show me the functions without type annotations',
    'Remove the components without snapshot tests',
    'Count the files with no inline styles',
    'Add support for a class without decorators',
    'Fix the timetable for teachers without classes',
    'Show an empty list for a student with no classes',
    'when a teacher has no classes, show the empty state',
    'No classes on Monday',
    'Explain how quicksort works without recursion',
    'Explain why regex is banned here',
    'Can you explain why eval is out of bounds',
    'Without regex, it hangs',
    'Ohne Rekursion, sagt er, geht es nicht',
    'It compiles with no macros',
    'the page loads with no jQuery',
    'Verify that the page renders without jQuery',
    'Check whether the build works without RTTI',
    'Handle the case of a table without triggers',
    'Document how to query it without CTEs',
    'No match statements found in parser.py',
    'no regex match found for the given input',
    'The linter says: no default exports',
    'Write a hook that rejects commits: no goto, no eval',
    'The rule is no enums, says the ticket',
    '`goto` is not allowed, the compiler says in line 12',
    'eval is not allowed by the content security policy',
    'Streams are out of sync',
    'The lambda is out of memory',
    'The triggers are off',
    'Classes are out for the summer',
    'We use no macros',
    'We do not use regex in this service',
    "I don't use recursion much",
    'Users do not use triggers',
    "they don't throw exceptions",
    'The old code has no enums, only strings',
    'In the schema there is a view, but no triggers',
    'Es gibt keine Klassen',
    'il y a trois vues, pas de sous-requêtes',
    'Hay una vista sin subconsultas',
    'No class today',
    'The parser runs without regex and is fast',
    'the importer failed without exceptions',
    'no async job is running',
    'no stream was found',
    'No macro is defined for it',
    'the db has no stored procedures',
    'The report shows no triggers',
    'No global shortcut works on Linux',
    'No template matches the route',
    'the video plays with no streams attached',
    'nothing in the logs, no exceptions',
    'Startup is silent: no exceptions, no panics',
    'There is no log.txt in the folder',
    'no unsafe operations were reported by the scanner',
    'Add no-cache headers to the class list',
    'The export is missing a default',
    'Move the regex to a constant',
    'Convert the callbacks to async/await',
    'Replace the loops by list comprehensions',
    'no switch is connected',
    'The job never triggers',
    'The code must not use eval, but it does',
    'it should not use async here, why does it',
    'the sandbox must not call eval',
    'Teachers should not add classes after the deadline',
  ])('%s', text => expect(onCode(text)).toEqual([]))
})

test.each([
  ["Don't use var.", 'var'],
  ["Don't use classes, use functions.", 'class'],
  ['Fix the shape. Never use optional chaining.', 'optional chaining'],
])('%s: a verb says it', (text, word) =>
  expect(constraintsIn(text, '').map(each => [each.about, each.targets])).toEqual([[['code'], [word]]]),
)

test.each([
  'My roommate says you should never use global variables. Is he right?',
  "Students can't create classes any more, fix that.",
  'Is there a way without recursion?',
  'Why are there no triggers?',
  "Don't write exceptions to the log.",
  "Don't add classes to the markup.",
])('%s: is none', text => expect(constraintsIn(text, '')).toEqual([]))

test('a name of a feature has a hint, is its only one, and one word means one feature', () => {
  for (const { word, said } of FEATURES) {
    const plain = said
      .split(/\|(?![^(]*\))/)[0]
      ?.replace(/\(\?:([^()|]*)(?:\|[^()]*)?\)\??/g, '$1')
      .replace(/\[([^\]])[^\]]*\]\??/g, '$1')
      .replace(/\\s\??|.\?/g, '')
      .replace(/\\/g, '')
    expect(FEATURE_HINTS.test(plain ?? ''), `${word}: ${plain}`).toBe(true)
  }
  expect(new Set(FEATURES.map(({ word }) => word)).size).toBe(FEATURES.length)
  expect(new RegExp(`^(?:${DOTTED})$`).test('time.Sleep')).toBe(true)
})
