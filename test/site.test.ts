/** The site has all pages, and finds what they link to. Building it needs its own packages: `npm run site`. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('pages and what they link to can be gathered', () => {
  const { status, stderr } = spawnSync(process.execPath, ['site/pages.mjs'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
