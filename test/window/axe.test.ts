import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { endAfterwards, openPage, startUi } from './browser.ts'
import { makeDemoHome } from './demo-home.js'

endAfterwards()
const home = makeDemoHome()
afterAll(() => rmSync(home, { recursive: true, force: true }))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as never as { axe: typeof import('axe-core') }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

test.each(['light', 'dark'] as const)('axe finds no fault on any page, %s', async (colorScheme) => {
  const page = await openPage({ colorScheme })
  await page.goto(await startUi(home))
  await page.locator('.line').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.locator('.line').first().click()
  await page.locator('.turn .text').first().waitFor()
  await page.keyboard.press('m')
  await page.locator('.change').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.locator('.matrix').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('3')
  await page.locator('.gateway').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test.each([360, 768, 2560])('nothing is wider than a screen of %i pixels', async (width) => {
  const page = await openPage({ viewport: { width, height: 800 } })
  await page.goto(await startUi(home))
  const isTooWide = (): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  await page.locator('.line').first().waitFor()
  expect(await isTooWide()).toBe(false)
  await page.locator('.line').first().click()
  await page.locator('.turn .text').first().waitFor()
  expect(await isTooWide()).toBe(false)
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.locator('.matrix').waitFor()
  expect(await isTooWide()).toBe(false)
})
