import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { chromiumPath } from './chromium.js'

const command = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let opened: Promise<Browser> | undefined
const running: ChildProcess[] = []

/** Ends what the tests of a file started; to be called outside of them. */
export function endAfterwards(): void {
  afterAll(async () => {
    for (const child of running.splice(0)) child.kill()
    await (await opened)?.close()
    opened = undefined
  })
}

/** Another browser, with flags of its own; whoever asked for it closes it. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: (await chromiumPath()) ?? '', args: [...flags, ...more] })
}

/** A page of the browser that asks nobody but this machine, and complains of nothing. */
export async function openPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  opened ??= openBrowser()
  const context: BrowserContext = await (await opened).newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    ...options,
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => expect.unreachable(error.message))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol !== 'data:') expect(['127.0.0.1', 'localhost', '']).toContain(hostname)
  })
  return page
}

/** Starts a command that serves, and gives what it says in JSON. */
export async function start(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [command, ...words, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  return new Promise((resolve, reject) => {
    let said = ''
    let trouble = ''
    child.stderr.on('data', (piece: Buffer) => {
      trouble += piece.toString()
    })
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      if (said.includes('\n')) resolve(JSON.parse(said.slice(0, said.indexOf('\n'))))
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${trouble}`)))
  })
}

/** Starts `mortise ui` for a home; gives its address with the token. */
export async function startUi(home: string): Promise<string> {
  const { url } = await start(['ui', '--home', home])
  return url ?? ''
}

/** Shows one session in a page. */
export async function showSession(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url)
  await page.locator(`[data-path="${path}"]`).click()
  await page.locator('.turn .text').first().waitFor()
}
