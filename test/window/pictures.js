// @ts-check
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startSandbox } from '../../app/dist/sandbox/index.js'
import { chromiumPath, howToGet } from './chromium.js'
import { makeDemoHome } from './demo-home.js'

// Makes the pictures of the page that stand in docs and in the README: `node test/window/pictures.js`.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/pictures')
const executablePath = await chromiumPath()
if (executablePath === undefined) throw new Error(howToGet)
mkdirSync(folder, { recursive: true })

const home = makeDemoHome()
const sandbox = await startSandbox({ port: 0, keepsRequests: false })
const config = join(home, 'mortise.yaml')
writeFileSync(
  config,
  [
    'listen: 127.0.0.1:4141',
    'admin: { listen: "127.0.0.1:4142" }',
    `upstreams: { anthropic: { url: "${sandbox.url}", api: anthropic } }`,
    'tools: { deny: [computer] }',
    `sessions: [{ agent: openclaw, home: "${home}" }]`,
    '',
  ].join('\n'),
)
const command = join(root, 'app/bin/mortise.js')
const page = spawn(process.execPath, [command, 'ui', '--home', home, '--json'])
const mending = spawn(process.execPath, [command, 'gateway', '--config', config, '--json'], {
  env: { ...process.env, HOME: home },
})
const ui = await firstAnswer(page)
const gateway = await firstAnswer(mending)
const address = String(ui.url)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const session = '[data-path*="7f3a9d10"]'

await picture('sessions', 'light', address, async (page) => page.locator('.line').first().waitFor())
await picture('session', 'light', address, async (page) => {
  await page.locator(session).click()
  await page.locator('.turn .text').first().waitFor()
  await page.keyboard.press('m')
  await page.locator('.change').first().waitFor()
})
await picture('paste', 'light', address, async (page) => {
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.locator('.matrix').waitFor()
})
await picture('gateway', 'dark', `${gateway.admin}/?token=${gateway.token}`, async (page) => {
  await page.keyboard.press('3')
  await page.locator('.plot canvas').waitFor()
  for (let round = 0; round < 14; round++) {
    await Promise.all(
      [...'12345'.slice(round % 4)].map(() => send(`${gateway.url}/v1/messages`, round % 3 === 0)),
    )
    await page.waitForTimeout(700)
  }
})
await browser.close()
for (const child of [page, mending]) child.kill()
await sandbox.close()
rmSync(home, { recursive: true, force: true })

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<Record<string, string>>} */
function firstAnswer(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (piece) => {
      said += piece
      if (said.includes('\n')) resolve(JSON.parse(said))
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
}

/**
 * @param {string} name @param {string} theme @param {string} url
 * @param {(page: import('playwright-core').Page) => Promise<void>} act
 */
async function picture(name, theme, url, act) {
  const colorScheme = theme === 'dark' ? 'dark' : 'light'
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, locale: 'en' })
  await page.goto(url)
  await page.locator('.line, .empty').first().waitFor()
  await act(page)
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
}

/** @param {string} url @param {boolean} isBroken */
async function send(url, isBroken) {
  const call = { type: 'tool_use', id: 'toolu_01', name: 'Bash', input: { command: 'npm test' } }
  const result = { type: 'tool_result', tool_use_id: 'toolu_01', content: 'ok' }
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [call] },
    { role: 'user', content: isBroken ? 'and now?' : [result] },
  ]
  const headers = { 'content-type': 'application/json', 'x-api-key': 'any' }
  await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages }),
  })
}
