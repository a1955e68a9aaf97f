/** Whether two texts are about the same thing, in any script. */
import { expect, test } from 'vitest'
import { sharesWord, wordsOf } from '../../src/session/words.ts'

test.each([
  ['Fix the invoice totals', 'src/invoice.ts'],
  ['Fix the invoice totals', 'InvoiceTotals'],
  ['Исправь вход пользователя', 'страница входа, вход, пользователя'],
  ['ログインを修正して', 'ログイン画面'],
  ['修复登录页面', '登录失败'],
  ['修复login页面', 'src/login.ts'],
  ['Corrige la página de inicio', 'PÁGINA no encontrada'],
])('%s: %s', (goal, text) => expect(sharesWord(text, [goal])).toBe(true))

test.each([
  ['Fix the invoice totals', 'src/login.ts'],
  ['Fix it', 'it is fixed'],
  ['修复登录页面', '删除数据库'],
  ['', 'anything at all'],
])('not %s: %s', (goal, text) => expect(sharesWord(text, [goal])).toBe(false))

test('of a long text both ends are looked at', () => {
  const middle = 'word '.repeat(100_000)
  expect(sharesWord(`${middle}invoice`, ['invoice'])).toBe(true)
  expect(sharesWord(`invoice ${middle}`, ['invoice'])).toBe(true)
})

test('parts of a compound count beside the whole', () => {
  expect(wordsOf('parseInvoiceTotals')).toEqual(['parseinvoicetotals', 'parse', 'invoice', 'totals'])
})
