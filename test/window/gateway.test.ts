import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { endAfterwards, openBrowser, openPage, start } from './browser.ts'

endAfterwards()
const home = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-gateway-page-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const config = join(home, 'mortise.yaml')
const session = join(home, '.openclaw/agents/main/sessions/a562eea8-0000-4000-8000-000000000000.jsonl')
let gateway: Readonly<Record<string, string>> = {}
let page = ''

/** A session that calls `exec` once. */
const records = [
  {
    type: 'session',
    version: 3,
    id: 'a562eea8-0000-4000-8000-000000000000',
    timestamp: '2026-05-01T10:00:00.000Z',
    cwd: '/w',
  },
  message('u1', null, { role: 'user', content: [{ type: 'text', text: 'list' }] }),
  message('a1', 'u1', {
    role: 'assistant',
    content: [{ type: 'toolCall', id: 'call_1', name: 'exec', arguments: { command: 'ls' } }],
    api: 'openai-completions',
    provider: 'deepseek',
    model: 'deepseek-chat',
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 },
    stopReason: 'toolUse',
  }),
  message('r1', 'a1', {
    role: 'toolResult',
    toolCallId: 'call_1',
    toolName: 'exec',
    content: [{ type: 'text', text: 'a.txt' }],
    isError: false,
  }),
  message('u2', 'r1', { role: 'user', content: [{ type: 'text', text: 'thanks' }] }),
]

function message(id: string, parentId: string | null, held: object): object {
  return {
    type: 'message',
    id,
    parentId,
    timestamp: '2026-05-01T10:00:01.000Z',
    message: { ...held, timestamp: 1 },
  }
}

beforeAll(async () => {
  mkdirSync(join(session, '..'), { recursive: true })
  writeFileSync(session, records.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const then = new Date(Date.now() - 3_600_000)
  utimesSync(session, then, then)
  const sandbox = await startSandbox({ port: 0, keepsRequests: false })
  afterAll(() => sandbox.close())
  writeFileSync(
    config,
    [
      'listen: 127.0.0.1:0',
      'admin: { listen: "127.0.0.1:0" }',
      `upstreams: { anthropic: { url: "${sandbox.url}", api: anthropic, key: the-key-of-the-config } }`,
      'tools: { deny: [] }',
      `sessions: [{ agent: openclaw, home: "${home}" }]`,
      '',
    ].join('\n'),
  )
  gateway = await start(['gateway', '--config', config], { HOME: home })
  page = `${gateway.admin}/?token=${gateway.token}`
})

const broken = {
  model: 'claude-opus-4-5',
  max_tokens: 100,
  messages: [
    { role: 'user', content: 'a word that no page shows' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_9', name: 'f', input: {} }] },
    { role: 'user', content: 'and now?' },
  ],
}

function send(headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return post(`${gateway.url}/v1/messages`, headers)
}

function post(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'any', ...headers },
    body: JSON.stringify(broken),
  })
}

test('broken requests show while they are mended: the rule and the place, never a body', async () => {
  const shown = await openPage()
  await shown.goto(page)
  await shown.getByRole('link', { name: 'Gateway' }).click()
  await shown.locator('.cards').waitFor()
  await shown.locator('.plot canvas').waitFor()
  // The events are heard from a moment after the page is there.
  await expect
    .poll(
      async () => {
        expect((await send()).status).toBe(200)
        return shown.locator('.requests .rule').count()
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBeGreaterThan(0)
  expect(await shown.locator('.requests li').first().textContent()).toContain('call-without-result')
  await expect
    .poll(async () => Number(await shown.locator('.cards dd').nth(1).textContent()), { timeout: 10_000 })
    .toBeGreaterThan(0)
  const text = await shown.evaluate(() => document.body.textContent)
  expect(text).not.toContain('a word that no page shows')
  expect(text).not.toContain('the-key-of-the-config')
})

test('the page says how each upstream does, and shows bodies only if it was told to', async () => {
  const sandbox = await startSandbox({ port: 0, keepsRequests: false })
  afterAll(() => sandbox.close())
  const dead = await serveMarkup('')
  const file = join(home, 'two.yaml')
  const text = [
    'listen: 127.0.0.1:0',
    'admin: { listen: "127.0.0.1:0" }',
    'retries: 0',
    'upstreams:',
    `  good: { url: "${sandbox.url}", api: anthropic }`,
    `  ill: { url: "${dead}", api: anthropic }`,
    '  away: { url: "http://127.0.0.1:9", api: anthropic }',
    '  quiet: { url: "http://127.0.0.1:9", api: anthropic }',
    '',
  ].join('\n')
  writeFileSync(file, text)
  const own = await start(['gateway', '--config', file, '--show-bodies'], { HOME: home })
  const shown = await openPage()
  await shown.goto(`${own.admin}/?token=${own.token}`)
  await shown.getByRole('link', { name: 'Gateway' }).click()
  await shown.locator('.plot canvas').waitFor()
  const health = (name: string) =>
    shown.locator('tr', { hasText: name }).locator('.dot').getAttribute('aria-label')
  await expect.poll(() => health('quiet')).toBe('no request yet')
  for (const name of ['good', 'ill', 'away']) await post(`${own.url}/${name}/v1/messages`)
  await expect.poll(() => health('good'), { timeout: 10_000 }).toBe('answers')
  await expect.poll(() => health('ill')).toBe('some attempts fail')
  await expect.poll(() => health('away')).toBe('does not answer')
  expect(await health('quiet')).toBe('no request yet')
  await shown.locator('.requests summary').first().click()
  await shown.locator('.requests .diff .in').first().waitFor()
  expect(await shown.locator('.requests .diff').first().textContent()).toContain('a word that no page shows')
  // The control plane tells the same without the body.
  const events = await fetch(`${own.admin}/admin/events`, {
    headers: { authorization: `Bearer ${own.token}` },
  })
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  await post(`${own.url}/good/v1/messages`)
  let told = ''
  while (!told.includes('call-without-result')) told += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  expect(told).not.toContain('a word that no page shows')
  // A member that may be shown stands with its values, and one that may hold a key only with its name.
  writeFileSync(file, text.replace('retries: 0', 'retries: 1').replace('good: {', 'good: { key: secret-key,'))
  await expect
    .poll(() => shown.locator('.changed').allTextContents(), { timeout: 10_000 })
    .toEqual(['upstreams.good.key ', 'retries 0 → 1'])
})

test('a tool is denied after a look at what would change, and taken back with the cleaning', async () => {
  const before = readFileSync(session, 'utf8')
  const text = readFileSync(config, 'utf8')
  const shown = await openPage()
  await shown.goto(`${page}#/gateway`)
  await shown.getByRole('link', { name: 'Gateway' }).click()
  await shown.getByLabel('Names, patterns or groups, with commas').fill('exec')
  await shown.getByRole('button', { name: 'Look what would change' }).click()
  await shown.getByText('1 / 1 sessions would change, 1 calls go').waitFor()
  expect(readFileSync(session, 'utf8')).toBe(before)
  await shown.getByRole('button', { name: 'Write the config' }).click()
  await expect.poll(() => readFileSync(config, 'utf8')).toContain('deny: [exec]')
  await expect.poll(() => readFileSync(session, 'utf8'), { timeout: 30_000 }).not.toContain('call_1')
  await expect.poll(() => shown.locator('.tag').first().textContent()).toContain('revision')
  // A cleaning by hand meanwhile is somebody's own wish: it stays.
  const other = session.replace('a562eea8', 'b562eea8')
  const text2 = before.replaceAll('a562eea8', 'b562eea8').replaceAll('exec', 'read')
  writeFileSync(other, text2)
  const then = new Date(Date.now() - 3_600_000)
  utimesSync(other, then, then)
  expect((await done(['clean', '--tools', 'read', '--yes', '--home', home])).exit).toBe(0)
  const cleaned = readFileSync(other, 'utf8')
  expect(cleaned).not.toContain('call_1')
  await shown.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => readFileSync(session, 'utf8'), { timeout: 30_000 }).toBe(before)
  expect(readFileSync(config, 'utf8')).toBe(text)
  expect(readFileSync(other, 'utf8')).toBe(cleaned)
})

/** Runs a command to its end. */
function done(words: readonly string[]): Promise<{ exit: number | null }> {
  const bin = new URL('../../app/bin/mortise.js', import.meta.url).pathname
  const child = spawn(process.execPath, [bin, ...words], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home },
  })
  return new Promise((resolve) => child.once('close', (exit) => resolve({ exit })))
}

test.each<[string, (url: string) => string]>([
  [
    'another port',
    (url) =>
      `<script>fetch('${url}', { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: BODY }).catch(() => 0).then(() => document.title = 'done')</script>`,
  ],
  [
    'a sandboxed frame, whose origin is null',
    (url) =>
      `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${url}', { method: 'POST', mode: 'no-cors', body: '{}' }).catch(() => 0).then(() => parent.postMessage('done', '*'))</script>"></iframe><script>onmessage = () => document.title = 'done'</script>`,
  ],
  [
    'a form',
    (url) =>
      `<form method="post" enctype="text/plain" action="${url}" target="there"><input name='{"a":"' value='"}'></form><iframe name="there"></iframe><script>document.forms[0].submit(); setTimeout(() => document.title = 'done', 1500)</script>`,
  ],
])(
  'a real page of another origin does not get through the gateway to the key of its config: %s',
  async (_, markup) => {
    const url = `${gateway.url}/v1/messages`
    const answered = async (): Promise<number> => {
      const metrics = await fetch(`${gateway.admin}/metrics`, {
        headers: { authorization: `Bearer ${gateway.token}` },
      })
      const lines = (await metrics.text())
        .split('\n')
        .filter((line) => line.startsWith('mortise_upstream_seconds_count'))
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    }
    const before = await answered()
    const evil = await serveMarkup(markup(url).replace('BODY', JSON.stringify(JSON.stringify(broken))))
    const shown = await openPage()
    const statuses: number[] = []
    shown.on('response', (response) => {
      if (response.url() === url) statuses.push(response.status())
    })
    await shown.goto(evil)
    await expect.poll(() => shown.title(), { timeout: 10_000 }).toBe('done')
    expect(await answered()).toBe(before)
    expect(statuses.filter((status) => status !== 403)).toEqual([])
    // The same request of a program gets through.
    expect((await send()).status).toBe(200)
    expect(await answered()).toBeGreaterThan(before)
  },
)

test('a page whose own name leads to this machine (DNS rebinding) gets 403, for reading and for sending', async () => {
  const { port } = new URL(gateway.url ?? '')
  const browser = await openBrowser(['--host-resolver-rules=MAP evil.example 127.0.0.1'])
  const shown = await browser.newPage()
  const opened = await shown.goto(`http://evil.example:${port}/v1/models`)
  expect(opened?.status()).toBe(403)
  // For its browser, the page and the gateway are of one origin now.
  const sent = await shown.evaluate(
    async (body) => (await fetch('/v1/messages', { method: 'POST', body })).status,
    JSON.stringify(broken),
  )
  expect(sent).toBe(403)
  await browser.close()
})

/** A page on another port of this machine. */
async function serveMarkup(markup: string): Promise<string> {
  const { createServer } = await import('node:http')
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    if (markup === '') response.statusCode = 500
    response.end(`<!doctype html><title>evil</title>${markup}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}
