import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { agentSessions, homeOf } from '../sessions/all-agents.ts'
import { endAfterwards, openPage, showSession, startUi } from './browser.ts'
import { makeDemoHome } from './demo-home.js'

endAfterwards()
const home = makeDemoHome()
afterAll(() => rmSync(home, { recursive: true, force: true }))
const checkout = `${home}/.claude/projects/-src-shop/7f3a9d10-4c2e-4b7a-9a55-1d6f0e2bc21a.jsonl`
const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

test('a session is found by a pasted error; its joint is looked at, mended, undone and mended again', async () => {
  const before = digest(checkout)
  const page = await openPage()
  await page.goto(await startUi(home))
  // The token has left the address.
  expect(new URL(page.url()).search).toBe('')
  await page
    .getByLabel('Search, or paste an error')
    .fill(
      'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.9: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01LsN9kQ. Each `tool_use` block must have a corresponding `tool_result` block in the next message."}}',
    )
  await page.locator('.meaning').waitFor()
  expect(await page.locator('.meaning .rule').first().textContent()).toBe('call-without-result')
  await expect.poll(() => page.locator('.line').count()).toBe(1)
  await page.locator('.line').click()

  const broken = page.locator('.part.call.broken')
  await broken.waitFor()
  expect(await broken.locator('.number').textContent()).toBe('5')
  expect(await page.locator('.finding.broken .says').first().textContent()).toContain('tool_result')
  expect(await page.locator('.arc.broken').count()).toBe(1)
  // Each call in sight is joined with its result.
  expect(await page.locator('.arc:not(.broken)').count()).toBeGreaterThan(0)

  await page.keyboard.press('m')
  await page.locator('.change.insert .diff .in').waitFor()
  await page.getByRole('button', { name: 'Mend the session' }).click()
  await page.locator('.note.good').waitFor()
  expect(digest(checkout)).not.toBe(before)
  const lines = readFileSync(checkout, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(11)
  await page.getByText('✓ Nothing will be refused').waitFor()
  expect(await page.locator('.mark.made').textContent()).toBe('made by a repair')
  const mended = digest(checkout)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => digest(checkout)).toBe(before)
  await page.locator('.part.call.broken').waitFor()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => digest(checkout)).toBe(mended)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => digest(checkout)).toBe(before)
})

test('what an agent appends shows while the page is open, and the plan waits for it', async () => {
  const path = `${home}/.claude/projects/-src-shop/b81e2f77-0d5a-4e0c-8f3b-77aa01c9d3e4.jsonl`
  const page = await openPage()
  await showSession(page, await startUi(home), path)
  const last = JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '')
  const message = { role: 'user', content: 'One more thing, please.' }
  appendFileSync(
    path,
    `${JSON.stringify({ ...last, type: 'user', message, uuid: 'appended', parentUuid: last.uuid })}\n`,
  )
  const lastTurn = async (): Promise<string | null> => {
    await page.getByRole('slider').press('End')
    return page.locator('.turn').last().textContent()
  }
  await expect.poll(lastTurn, { timeout: 20_000 }).toContain('One more thing')
  await page.locator('.title .live').waitFor()
  await page.keyboard.press('m')
  await page.locator('.mend').waitFor()
  expect(await page.getByRole('button', { name: 'Mend the session' }).isDisabled()).toBe(true)
  const then = new Date(Date.now() - 3_600_000)
  utimesSync(path, then, then)
})

test('a report and a bundle are saved from the page', async () => {
  const page = await openPage({ acceptDownloads: true })
  await showSession(page, await startUi(home), checkout)
  const saved = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ])
    return readFileSync(await download.path(), 'utf8')
  }
  expect(await saved('Report')).toContain('<!doctype html>')
  const bundle = await saved('Bundle')
  expect(JSON.parse(bundle).rule).toBe('call-without-result')
  expect(bundle).not.toMatch(/checkout|LsN9|npm test/)
})

test('the keys move through the page, and ? shows them', async () => {
  const page = await openPage()
  await page.goto(await startUi(home))
  await page.locator('.line').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('.turn').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.line').first().waitFor()
  await page.keyboard.press('l')
  await page.getByRole('link', { name: '会话', exact: true }).waitFor()
  await page.keyboard.press('l')
})

describe.each(agentSessions.filter(({ agent }) => ['codex', 'neovate', 'openclaw', 'pi'].includes(agent)))(
  '$agent',
  (session) => {
    const own = homeOf(session)

    test('its broken session is mended from the page, and the bytes come back', async () => {
      const before = digest(own.path)
      const page = await openPage()
      await showSession(page, await startUi(own.folder), own.path)
      await page.getByRole('button', { name: 'Mend', exact: true }).click()
      await page.locator('.change').first().waitFor()
      await page.getByRole('button', { name: 'Mend the session' }).click()
      await page.locator('.note.good').waitFor()
      expect(digest(own.path)).not.toBe(before)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => digest(own.path)).toBe(before)
    })
  },
)
