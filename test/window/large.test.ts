import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAfterwards, openPage, showSession, startUi } from './browser.ts'

endAfterwards()
const home = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-large-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const pathOf = (turns: number): string => join(home, '.claude/projects/-w', `turns-${turns}.jsonl`)
let url = ''

/** Writes a session with so many turns; every second one holds a call or its result. */
function write(turns: number): void {
  const lines: string[] = []
  const own = {
    isSidechain: false,
    userType: 'external',
    cwd: '/w',
    sessionId: `turns-${turns}`,
    version: '1.0.98',
  }
  for (let at = 0; at < turns; at++) {
    const id = `toolu_${at - (at % 2)}`
    const isCall = at % 2 === 0 && at > 0 && at < turns - 1
    const content =
      at === 0 || at === 1
        ? `turn ${at}`
        : isCall
          ? [{ type: 'tool_use', id, name: 'Bash', input: { command: `step ${at}` } }]
          : [
              {
                type: 'tool_result',
                tool_use_id: id,
                content: `done ${at}${at % 5 === 0 ? ' with more words'.repeat(at % 60) : ''}`,
              },
            ]
    const type = at === 1 || isCall ? 'assistant' : 'user'
    const message =
      type === 'user'
        ? { role: type, content: at === turns - 1 && turns % 2 === 1 ? 'the end' : content }
        : {
            role: type,
            id: `m${at}`,
            type: 'message',
            model: 'claude-opus-4-5',
            content: at === 1 ? [{ type: 'text', text: content }] : content,
            usage: { input_tokens: 1, output_tokens: 1 },
          }
    lines.push(
      JSON.stringify({
        parentUuid: at === 0 ? null : `u${at - 1}`,
        ...own,
        type,
        message,
        uuid: `u${at}`,
        timestamp: '2026-05-01T10:00:00.000Z',
      }),
    )
  }
  writeFileSync(pathOf(turns), `${lines.join('\n')}\n`)
  const then = new Date(Date.now() - 3_600_000)
  utimesSync(pathOf(turns), then, then)
}

beforeAll(async () => {
  mkdirSync(join(home, '.claude/projects/-w'), { recursive: true })
  for (const turns of [1000, 100_000]) write(turns)
  url = await startUi(home)
})

/** The time that scripts take for one step of scrolling: of many the fifth fastest, which a busy machine disturbs least. */
async function stepOf(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const scripted = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  }
  const steps: number[] = []
  for (let step = 0; step < 40; step++) {
    const before = await scripted()
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.querySelector('.conversation .scroll')?.scrollBy(0, 400)
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    steps.push((await scripted()) - before)
  }
  return steps.sort((one, other) => one - other)[4] ?? 0
}

test('of 100,000 turns at most 60 rows stand in the page, at every size of it', async () => {
  const page = await openPage({ viewport: { width: 3840, height: 2160 } })
  await showSession(page, url, pathOf(100_000))
  const rows = (): Promise<number> => page.locator('.conversation .row').count()
  expect(await rows()).toBeLessThanOrEqual(60)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'End']) {
    await page.getByRole('slider').press(key)
    await page.locator('.turn .text').first().waitFor()
    expect(await rows()).toBeLessThanOrEqual(60)
    expect(await rows()).toBeGreaterThan(5)
  }
  await expect.poll(() => page.locator('.turn').last().textContent()).toContain('done 99999')
})

test('the time of scripts for a step of scrolling does not grow with the conversation', async () => {
  const page = await openPage()
  await showSession(page, url, pathOf(1000))
  await stepOf(page)
  const small = await stepOf(page)
  await showSession(page, url, pathOf(100_000))
  await stepOf(page)
  const large = await stepOf(page)
  console.log(`a step at 100,000 turns takes ${(large / small).toFixed(2)} times that at 1,000`)
  expect(large / small).toBeLessThan(2)
})
