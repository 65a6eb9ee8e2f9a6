import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAfterwards, openPage, startUi } from './browser.ts'
import { makeDemoHome } from './demo-home.js'

endAfterwards()
const home = makeDemoHome()
afterAll(() => rmSync(home, { recursive: true, force: true }))
let url: URL
let cookie = ''
beforeAll(async () => {
  url = new URL(await startUi(home))
  const entered = await ask('GET', `/${url.search}`)
  cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: url.hostname, port: url.port, method, path, headers }, (response) => {
      let text = ''
      response.on('data', (piece: Buffer) => {
        text += piece.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

test('the token becomes a cookie that no script reads, and leaves the address', async () => {
  const { status, headers } = await ask('GET', `/${url.search}`)
  expect(status).toBe(303)
  expect(headers.location).toBe('/')
  expect(String(headers['set-cookie'])).toMatch(
    /^mortise_[\da-f]{12}=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/,
  )
})

test.each([
  ['/api/sessions', '/api/sessions'],
  ['/.//evil.example/', '/evil.example/'],
  ['/x/..///evil.example/', '/evil.example/'],
])('nobody is led to another host: %s', async (path, location) => {
  expect((await ask('GET', `${path}${url.search}`)).headers.location).toBe(location)
})

const own = (): Record<string, string> => ({ cookie })

test.each<[string, () => Promise<Answer>, number]>([
  ['no token', () => ask('GET', '/'), 401],
  ['no token, for data', () => ask('GET', '/api/sessions'), 401],
  ['a wrong token', () => ask('GET', '/?token=wrong'), 401],
  ['a wrong cookie', () => ask('GET', '/', { cookie: `${cookie}x` }), 401],
  ['the name of another host', () => ask('GET', '/', { ...own(), host: 'evil.example' }), 403],
  ['a page elsewhere', () => ask('GET', '/api/sessions', { ...own(), origin: 'https://evil.example' }), 403],
  ['a sandboxed frame', () => ask('GET', '/api/sessions', { ...own(), origin: 'null' }), 403],
  ['another port', () => ask('GET', '/api/sessions', { ...own(), origin: 'http://127.0.0.1:1' }), 403],
  [
    'a change without its token',
    () => ask('POST', '/api/undo', { ...own(), 'content-type': 'application/json' }, '{}'),
    403,
  ],
  ['a change by GET', () => ask('GET', '/api/undo', own()), 405],
  ['a path outside', () => ask('GET', '/../../package.json', own()), 404],
  ['a file that is no session', () => ask('GET', '/api/session?path=/etc/passwd', own()), 409],
])('%s is refused', async (_, act, status) => {
  expect((await act()).status).toBe(status)
})

test('wrong tokens wait, and a browser that was let in does not', async () => {
  const began = performance.now()
  await Promise.all([1, 2, 3].map(() => ask('GET', '/?token=guess')))
  const slow = performance.now() - began
  const again = performance.now()
  expect((await ask('GET', '/', own())).status).toBe(200)
  expect(performance.now() - again).toBeLessThan(slow / 2)
  expect(slow).toBeGreaterThan(500)
})

test('each answer forbids scripts and styles of others, frames and copies', async () => {
  for (const path of ['/', '/index.js', '/api/start']) {
    const { headers } = await ask('GET', path, own())
    expect(String(headers['content-security-policy'])).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('the browser breaks no rule of the policy on any page', async () => {
  const page = await openPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(url.href)
  await page.locator('.line').first().click()
  await page.locator('.turn .text').first().waitFor()
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.locator('.matrix').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('3')
  await page.locator('.gateway').waitFor()
  expect(said).toEqual([])
})
