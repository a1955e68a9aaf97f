/** What sessions put into the record is text on the page, whatever it looks like; and everybody can use the page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry } from '../../record/world.ts'
import { memoryStore, openPage, pageOf, requireBrowser, startBrowser } from './browser.ts'
import { writeWeek } from './week.ts'

const path = requireBrowser()

const HOSTILE = [
  '<img src=x onerror="window.acted=1"><b>bold</b>',
  '</script><script>window.acted=2</script>',
  '<!--<script>window.acted=3',
  `"'\`><svg/onload=window.acted=4>`,
  'javascript:window.acted=5',
  '\x1b[2J\x1b]0;title\x07\x9b31m',
  'line\u2028separator\u2029and\u0085more\r\nlines\ttab',
  'safe\u202egnp.exe\u2066\u200b\ufeff',
  'nul\0inside',
  'lone \ud800 and \udc00',
  'x'.repeat(4096),
  'سلام '.repeat(40),
  '__proto__',
  'constructor',
]

describe.skipIf(!path)('hostile content', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser(path ?? '')
  })
  afterAll(() => browser?.close())

  function hostilePage(): string {
    const store = memoryStore()
    HOSTILE.forEach((text, index) => {
      const finding = text.replaceAll(',', ' ')
      store.record(
        entry(
          {
            ts: 1_760_000_000_000 + index * 60_000,
            session_id: text,
            project_root: text,
            tool: text,
            event: text,
            decision: 'block',
            finding_ids: `${finding},pattern.${finding}`,
            prompt_id: text,
          },
          {
            payload: {
              input: { command: text, [text]: text },
              prompt: text,
              error: text,
              reasons: [text],
              steps: [{ verdict: text, because: text }],
              risk: {
                score: 0.5,
                level: text,
                base: text,
                factors: [{ id: text, delta: text, reason: text }],
                confidence: 1,
              },
              findings: [{ id: text, source: text, severity: text, message: text, evidence: { text } }],
              effects: [
                {
                  verb: text,
                  target: { kind: 'path', value: text, class: text, git: text },
                  details: { [text]: text },
                },
                { verb: 'send', target: { kind: 'host', value: text, class: text, git: text }, details: {} },
              ],
              interventions: [{ id: text, ordinal: 1, patterns: [text], message: text }],
              reviewed: [{ reviewer: text, side: text, verdict: text, reason: text }],
              fail_safe: { kind: text, reason: text, remedy: text },
            },
            facts: [{ kind: 'goal', key: text, value: text }],
            intervention: {
              ordinal: 1,
              ts: 1_760_000_000_000 + index * 60_000,
              step: 1,
              kind: text,
              patterns: [text],
              severity: 1,
              message: text,
              recurred: [],
            },
          },
        ),
      )
    })
    return pageOf(store)
  }

  test.each([1280, 390])(
    'is only text, and breaks no layout at %i pixels',
    async width => {
      const { page, complaints } = await openPage(browser, hostilePage(), { viewport: { width, height: 900 } })
      const rows = HOSTILE.length
      expect(Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBe(rows + 1)
      while ((await page.locator('.more:visible').count()) > 0) await page.locator('.more:visible').first().click()
      for (let index = 0; index < rows; index++) {
        await page.locator('table.sessions tbody .link').nth(index).click()
        await page.locator('.risk canvas').waitFor()
      }
      await page.locator('.grid').focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      for (let index = 0; index < rows; index++) {
        await dialog.getByText('Everything, as it is on record').click()
        await dialog.locator('pre.raw').waitFor()
        expect(
          await page.evaluate(
            'document.querySelector("dialog").scrollWidth - document.querySelector("dialog").clientWidth',
          ),
        ).toBe(0)
        await page.keyboard.press('Escape')
        await page.locator('.grid').focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await page.evaluate('window.acted')).toBeUndefined()
      expect(await page.locator('img, svg, iframe, object, embed, #page b b').count()).toBe(0)
      const unseen = String.raw`/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u`
      expect(await page.evaluate(`${unseen}.test(document.getElementById('page').textContent)`)).toBe(false)
      expect(await complaints()).toEqual([])
    },
    120_000,
  )

  test('stands in the file as base64 alone', () => {
    const html = readFileSync(hostilePage(), 'utf8')
    expect(html).not.toContain('window.acted')
    expect(html.match(/<script/g)).toHaveLength(2 + 1)
    expect(html).not.toMatch(/\ud800|\u202e|\u2028/)
  })

  test('locked, erased and unreadable payloads are said to be that', async () => {
    const store = memoryStore()
    store.record(entry({ decision: 'block' }, { payload: { unreadable: '{' } }))
    const rows = [...store.audit({})]
    const gone = ['erased', 'locked'].map((name, index) => {
      const { payload: _, ...row } = rows[0] as (typeof rows)[number]
      return { ...row, seq: index + 2, id: `${store.machine}-${index + 2}`, key_id: name === 'locked' ? 'k1' : '' }
    })
    const { page } = await openPage(
      browser,
      pageOf({ ...store, machine: store.machine, audit: () => [...rows, ...gone][Symbol.iterator]() }),
    )
    await page.getByText('The content of 1 row was erased.').waitFor()
    await page.getByText('The content of 1 row is encrypted').waitFor()
    await page.locator('#row-0').click()
    await page.getByText('What this review was about is encrypted').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('What this review was about was erased').waitFor()
  })

  test.each(['light', 'dark'] as const)('axe finds nothing wrong in %s colours', async colorScheme => {
    const store = memoryStore()
    writeWeek(store, Date.UTC(2026, 10, 21), 400)
    const { page } = await openPage(browser, pageOf(store), { colorScheme, bypassCSP: true })
    await page.locator('table.sessions .link').first().click()
    await page.getByText('As a table').click()
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const faults = async () => {
      const found = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
      }
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
      )
    }
    expect(await faults()).toEqual([])
    await page.locator('.tile.modify').click()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('heading', { name: 'Effects' }).waitFor()
    expect(await faults()).toEqual([])
  })
})
