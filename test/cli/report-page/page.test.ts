/** The report page in a real browser: what it shows, how it is used, and that nothing leaves it. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry } from '../../record/world.ts'
import { memoryStore, openPage, pageOf, requireBrowser, startBrowser } from './browser.ts'
import { writeWeek } from './week.ts'

const path = requireBrowser()
const END = Date.UTC(2026, 10, 21, 12)

describe.skipIf(!path)('the report page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser(path ?? '')
  })
  afterAll(() => browser?.close())

  function week(reviews = 800): string {
    const store = memoryStore()
    writeWeek(store, END, reviews)
    return pageOf(store)
  }

  test('shows all parts, loads nothing, and breaks no rule of its policy', async () => {
    const { page, complaints } = await openPage(browser, week())
    for (const name of [
      'Calls worth knowing',
      'Risk, call by call',
      'In total',
      'Decisions over time',
      'Rules and patterns',
      'Slowest reviews',
      'Sessions',
      'Files touched',
      'Hosts reached',
      'All reviews',
    ])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByText('✓ The record is whole').waitFor()
    expect(await page.locator('.plot canvas').count()).toBe(3)
    await page.locator('table.sessions .link').first().click()
    await page.locator('.risk canvas').waitFor()
    await page.getByText('As a table').click()
    await page.locator('.days tbody tr').first().waitFor()
    expect(await complaints()).toEqual([])
  })

  test('what somebody else puts into it is not run', async () => {
    const { page } = await openPage(browser, week(50))
    await page.evaluate(`{
      const script = document.createElement('script'); script.textContent = 'window.acted = 1'; document.body.append(script)
      const image = document.createElement('img'); image.setAttribute('onerror', 'window.acted = 2'); image.src = 'data:,'; document.body.append(image)
      const style = document.createElement('style'); style.textContent = 'body { display: none }'; document.body.append(style)
    }`)
    const reached = await page.evaluate("fetch('https://example.com').then(() => 'reached', () => 'refused')")
    expect(reached).toBe('refused')
    expect(await page.evaluate('window.acted')).toBeUndefined()
    expect(await page.locator('main').isVisible()).toBe(true)
    expect(((await page.evaluate('window.violated')) as string[]).length).toBeGreaterThanOrEqual(4)
  })

  test('totals are those of the record', async () => {
    const store = memoryStore()
    for (const decision of ['allow', 'allow', 'allow', 'warn', 'modify', 'ask', 'block', 'block'])
      store.record(entry({ decision }))
    store.record(entry({ kind: 'human', decision: 'granted', event: 'human' }))
    const approved = { kind: 'question' as const, key: 'toolu_yes', value: 'approved' }
    store.record(entry({ decision: 'ask', tool_use_id: 'toolu_yes' }, { facts: [approved] }))
    const { page } = await openPage(browser, pageOf(store))
    const tiles = await page.locator('.tile').allInnerTexts()
    expect(tiles.map(text => text.split('\n').slice(0, 2).join(' '))).toEqual([
      'reviews 9',
      '○ allowed 3',
      '▲ warned 1',
      '◆ modified 1',
      '● asked 1',
      '■ blocked 2',
      '✓ approved 1',
    ])
  })

  test('filters by verdict, rule, tool, session and words', async () => {
    const store = memoryStore()
    store.record(
      entry(
        { decision: 'block', finding_ids: 'git.force-push', session_id: 'a' },
        { payload: { input: { command: 'git push --force' }, reasons: ['Others lose their work.'] } },
      ),
    )
    store.record(entry({ decision: 'allow', session_id: 'b' }, { payload: { input: { command: 'git status' } } }))
    store.record(
      entry(
        { decision: 'warn', tool: 'Read', session_id: 'b', finding_ids: 'files.read,git.force-push' },
        { payload: { input: { file_path: '/x/Secret.txt' } } },
      ),
    )
    const { page } = await openPage(browser, pageOf(store))
    const rows = async () => (await page.locator('.grid-body .subject').allInnerTexts()).join(' | ')
    expect(await rows()).toBe('/x/Secret.txt | git status | git push --force')
    await page.getByLabel('Search').fill('GIT stat')
    expect(await rows()).toBe('git status')
    await page.getByLabel('Search').fill('lose secret')
    await page.getByText('No row fits all of these.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Found').selectOption('git.force-push')
    expect(await rows()).toBe('/x/Secret.txt | git push --force')
    await page.getByLabel('Tool').selectOption('Bash')
    expect(await rows()).toBe('git push --force')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Session', { exact: true }).selectOption('b')
    expect(await rows()).toBe('/x/Secret.txt | git status')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.locator('.tile.block').click()
    expect(await rows()).toBe('git push --force')
    expect(await page.getByRole('status').innerText()).toBe('1 of 3 rows')
  })

  test('sorts by what a head says, and says so', async () => {
    const store = memoryStore()
    const decisions = ['allow', 'block', 'warn', 'ask']
    decisions.forEach((decision, index) => {
      store.record(entry({ decision, duration_us: 1000 * ((index * 7) % 5) }, { payload: { command: `c${index}` } }))
    })
    const { page } = await openPage(browser, pageOf(store))
    const rows = async () => (await page.locator('.grid-body .subject').allInnerTexts()).join(' ')
    expect(await rows()).toBe('c3 c2 c1 c0')
    await page.getByRole('button', { name: 'Verdict', exact: true }).click()
    expect(await rows()).toBe('c1 c3 c2 c0')
    await page.getByRole('button', { name: 'Verdict', exact: true }).click()
    expect(await rows()).toBe('c0 c2 c3 c1')
    expect(await page.locator('.grid-head .verdict').getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Took', exact: true }).click()
    expect(await rows()).toBe('c2 c1 c3 c0')
  })

  test('by keyboard alone: search, choose, open, go on, close', async () => {
    const { page, complaints } = await openPage(browser, week(300))
    await page.keyboard.press('/')
    await page.keyboard.type('rm -rf')
    await page.keyboard.press('ArrowDown')
    const grid = page.getByRole('grid')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid')
    await page.keyboard.press('ArrowDown')
    expect(await grid.getAttribute('aria-activedescendant')).toBe('row-1')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Why' }).waitFor()
    expect(await dialog.innerText()).toContain('It deletes a directory of the home')
    const first = await dialog.locator('p.quiet').first().innerText()
    await page.keyboard.press('ArrowLeft')
    expect(await dialog.locator('p.quiet').first().innerText()).not.toBe(first)
    expect(await grid.getAttribute('aria-activedescendant')).toBe('row-0')
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('grid')
    await page.keyboard.press('End')
    const last = Number((await grid.getAttribute('aria-rowcount')) ?? 0) - 2
    expect(await grid.getAttribute('aria-activedescendant')).toBe(`row-${last}`)
    expect(await complaints()).toEqual([])
  })

  test('a review opens to all that is on record of it', async () => {
    const store = memoryStore()
    store.record(
      entry(
        { decision: 'modify', finding_ids: 'git.force-push' },
        {
          payload: {
            input: { command: 'git push --force\n  && true', timeout: 5 },
            updated_input: { command: 'git push --force-with-lease' },
            reasons: ['The first reason.', 'The second one.'],
            steps: [{ verdict: 'modify', because: 'a rule rewrites it' }],
            risk: {
              score: 0.52,
              level: 'high',
              base: 0.3,
              factors: [{ id: 'scope', delta: 0.22, reason: 'far' }],
              confidence: 0.9,
            },
            rationality: {
              score: 0.6,
              level: 'medium',
              components: { efficiency: 0.6 },
              issues: ['an issue'],
              suggestions: [],
            },
            findings: [
              {
                id: 'git.force-push',
                source: 'rule',
                severity: 'high',
                message: 'It overwrites.',
                evidence: { text: '--force' },
                suggestion: 'pull first',
                decision: 'modify',
              },
            ],
            effects: [
              {
                verb: 'rewrite_history',
                target: { kind: 'ref', value: 'origin/main', class: 'remote', git: 'unknown' },
                reversible: false,
                severity: 'high',
                certain: true,
                details: { branch: 'main' },
              },
            ],
            interventions: [
              {
                id: 'soft_correction',
                ordinal: 1,
                patterns: ['goal_drift'],
                severity: 0.5,
                message: 'Back to the goal.',
                recurred: [],
              },
            ],
            reviewed: [{ reviewer: 'secrets', side: 'input', verdict: 'allow', reason: 'none', cached: true }],
            checkpoint: 'cp-17',
            recovery: 'apply_correction_and_continue',
          },
        },
      ),
    )
    const { page } = await openPage(browser, pageOf(store))
    await page.locator('.grid-body .grid-row').click()
    await page.getByRole('heading', { name: 'Effects' }).waitFor()
    const text = await page.getByRole('dialog').innerText()
    for (const said of [
      'git push --force\n  && true',
      '--force-with-lease',
      'The first reason.',
      'The second one.',
      'a rule rewrites it',
      '+0.22',
      'far',
      'efficiency 0.6',
      'an issue',
      'It overwrites.',
      'pull first',
      'origin/main',
      'for good',
      'branch=main',
      'soft correction',
      'Back to the goal.',
      'secrets (input) allow, from the cache: none',
      'cp-17',
      'apply correction and continue',
      'git.force-push',
    ])
      expect(text).toContain(said)
    await page.getByText('Everything, as it is on record').click()
    expect(await page.locator('pre.raw').innerText()).toContain('"checkpoint": "cp-17"')
  })

  test('a page of one session shows its risk, its patterns and its interventions', async () => {
    const store = memoryStore()
    writeWeek(store, END, 1600)
    const id = store.overview.sessions(8).find(({ interventions }) => interventions > 1)?.session_id ?? ''
    const { page, complaints } = await openPage(browser, pageOf(store, { session: id }))
    await page.getByRole('heading', { name: 'Risk, call by call' }).waitFor()
    await page.locator('.risk canvas').waitFor()
    expect(await page.locator('table.sessions').count()).toBe(0)
    const marks = await page.locator('.marks').innerText()
    expect(marks).toContain('soft correction')
    expect(marks).toMatch(/pattern (repetitive errors|scope creep)/)
    await page.locator('.marks li', { hasText: 'soft correction' }).locator('button').first().click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Intervention' }).waitFor()
    expect(await complaints()).toEqual([])
  })

  test('begins with what happened, and has no parts that say nothing', async () => {
    const store = memoryStore()
    const stop = (id: string) => [{ kind: 'stop' as const, key: id, value: JSON.stringify({ keys: ['a 1'] }) }]
    const call = { input: { command: 'curl x | bash' }, reasons: ['It runs what nobody has read.'] }
    for (const id of ['t1', 't2', 't3'])
      store.record(
        entry({ decision: 'block', tool_use_id: id, finding_ids: 'exec.download' }, { payload: call, facts: stop(id) }),
      )
    store.record(
      entry({ ts: Date.now(), decision: 'ask', tool_use_id: 't4' }, { payload: { input: { command: 'rm x' } } }),
    )
    const { page, complaints } = await openPage(browser, pageOf(store))
    expect(await page.locator('main > *:visible').first().getAttribute('id')).toBe('notable')
    expect(await page.locator('.lead').innerText()).toBe('1 waits for you, 3 stopped; 4 calls reviewed.')
    const [waits, blocked] = await page.locator('.call').allInnerTexts()
    expect(waits).toContain('no answer yet')
    expect(blocked).toContain('3 times')
    expect(await page.locator('.call .copy').last().getAttribute('data-line')).toMatch(
      / feedback 3 --confirmed --home /,
    )
    expect(await page.getByRole('button', { name: /^Allow it once/ }).getAttribute('data-line')).toMatch(
      / allow 3 --home /,
    )
    for (const id of ['sessions', 'files', 'hosts']) expect(await page.locator(`#${id}`).count()).toBe(0)
    expect(await page.locator('.tile.allow').count()).toBe(0)
    expect(await complaints()).toEqual([])
  })

  test('a button copies its command, and runs nothing', async () => {
    const store = memoryStore()
    store.record(entry({ decision: 'block', finding_ids: 'a' }, { payload: { input: { command: 'rm x' } } }))
    const { page } = await openPage(browser, pageOf(store), { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: /^false positive/ }).click()
    await page.getByRole('status').getByText('Paste it in a terminal').waitFor()
    const line = await page.locator('.toast code').innerText()
    expect(line).toMatch(/ feedback 1 --false-positive --home /)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(line)
  })

  test('an empty record, and one row', async () => {
    const empty = await openPage(browser, pageOf(memoryStore()))
    await empty.page.getByText('Nothing is on record of this time.').waitFor()
    expect(await empty.page.locator('main section:visible').count()).toBe(1)
    expect(await empty.complaints()).toEqual([])
    const store = memoryStore()
    store.record(entry())
    const one = await openPage(browser, pageOf(store))
    expect(await one.page.getByRole('status').innerText()).toBe('1 row')
    expect(await one.complaints()).toEqual([])
  })

  test.each([
    ['light', 'rgb(246, 245, 242)'],
    ['dark', 'rgb(21, 23, 26)'],
  ] as const)('%s colours, as the system has them, until the reader chooses', async (colorScheme, colour) => {
    const { page, complaints } = await openPage(browser, week(60), { colorScheme })
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(await paper()).toBe(colour)
    await page.getByRole('button', { name: colorScheme === 'light' ? 'Dark colours' : 'Light colours' }).click()
    expect(await paper()).not.toBe(colour)
    expect(await complaints()).toEqual([])
  })

  test('on a phone nothing is wider than the screen', async () => {
    const { page } = await openPage(browser, week(400), { viewport: { width: 390, height: 844 }, hasTouch: true })
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    expect(await width()).toBe(390)
    await page.locator('table.sessions .link').first().click()
    expect(await width()).toBe(390)
    await page.locator('.grid-body .grid-row').first().click()
    await page.getByRole('dialog').waitFor()
    expect(await page.evaluate('document.querySelector("dialog").scrollWidth')).toBe(390)
  })

  test('fifty thousand reviews: counted, searched, sorted, and scrolled to the end', async () => {
    const store = memoryStore()
    writeWeek(store, END, 50_000, 40)
    store.record(
      entry(
        { decision: 'block', tool_use_id: 'needle' },
        { payload: { input: { command: 'echo needle-in-the-hay' } } },
      ),
    )
    const { page, complaints } = await openPage(browser, pageOf(store))
    const grid = page.getByRole('grid')
    expect(await page.locator('.tile .value').first().innerText()).toBe('50,001')
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeLessThan(50_001)
    await page.getByRole('button', { name: 'Prompts and results' }).click()
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBe(50_001 + 13 + 1)
    expect(await page.locator('.grid-body .grid-row').count()).toBeLessThan(60)
    await page.evaluate("{ const grid = document.querySelector('.grid'); grid.scrollTop = grid.scrollHeight }")
    await page.locator('#row-50013').waitFor()
    expect(await page.locator('.grid-body .grid-row').count()).toBeLessThan(60)
    await page.locator('#row-50013').click()
    await page.getByRole('dialog').getByText('UserPromptSubmit').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Search').fill('needle-in')
    expect(await page.locator('.grid-body .subject').allInnerTexts()).toEqual(['echo needle-in-the-hay'])
    await page.getByLabel('Search').fill('')
    await page.locator('.chip.block').click()
    const blocked = await page.locator('.tile.block .value').innerText()
    expect(await page.getByRole('status').innerText()).toBe(`${blocked} of 50,014 rows`)
    expect(await complaints()).toEqual([])
  }, 240_000)

  test('prints what was filtered', async () => {
    const { page } = await openPage(browser, week(300))
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.filters').isVisible()).toBe(false)
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(await page.locator('.grid-body .grid-row').count()).toBe(200)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})
