import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAfterwards, openPage, startUi } from './browser.ts'

endAfterwards()
const home = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-hostile-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const folder = join(home, '.claude/projects/-w')
let url = ''

const act = 'globalThis.harmed = true'
/** Contents that would act if anything took them for more than text. */
const contents: readonly string[] = [
  `<script>${act}</script>`,
  `<img src=x onerror="${act}">`,
  `<svg onload="${act}"></svg>`,
  `<iframe src="javascript:${act}"></iframe>`,
  `<a href="javascript:${act}">x</a>`,
  `"><script>${act}</script>`,
  `'><img src=x onerror=${act}>`,
  `</textarea><script>${act}</script>`,
  `</style><script>${act}</script>`,
  `</title><script>${act}</script>`,
  `<!--<script>${act}</script>-->`,
  `<math><mtext><script>${act}</script></mtext></math>`,
  `<body onload="${act}">`,
  `<input autofocus onfocus="${act}">`,
  `<details open ontoggle="${act}">x</details>`,
  `<style>@import "http://127.0.0.1:9/x.css";</style>`,
  '<link rel=stylesheet href="http://127.0.0.1:9/x.css">',
  '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  '<base href="http://127.0.0.1:9/">',
  '<form action="http://127.0.0.1:9/"><button>x</button></form>',
  '<object data="http://127.0.0.1:9/"></object>',
  '<embed src="http://127.0.0.1:9/">',
  `{{constructor.constructor('${act}')()}}`,
  `\${${act}}`,
  `javascript:${act}`,
  `data:text/html,<script>${act}</script>`,
  '\u202emordnilap\u202c',
  '\u2066hidden\u2069',
  '\u200b\u200e\u200f\ufeff',
  '\u001b[31mred\u001b[0m \u001b]0;title\u0007',
  '\u0000\u0001\u0008\u007f\u0085\u009f',
  '\u2028line\u2029paragraph',
  '\u{e0041}\u{e0042}',
  '\ud800 alone',
  '&lt;script&gt;&#60;script&#62;',
  '[x](javascript:alert(1)) **bold** `code`',
  'A\u0301\u0301\u0301\u0301\u0301\u0301'.repeat(400),
  '\u0e49'.repeat(2000),
  '\n'.repeat(5000),
  'W'.repeat(10_000_000),
]

/** Characters that turn, hide or control what stands around them. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u001b\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u

function sessionOf(index: number, content: string): void {
  const own = {
    isSidechain: false,
    userType: 'external',
    cwd: `/w/${content.slice(0, 60)}`,
    sessionId: `hostile-${index}`,
    version: '1.0.98',
  }
  const call = {
    type: 'tool_use',
    id: `toolu_${index}`,
    name: content.slice(0, 200),
    input: { text: content.slice(0, 100_000) },
  }
  const messages = [
    { role: 'user', content },
    {
      role: 'assistant',
      id: 'm1',
      type: 'message',
      model: 'claude-opus-4-5',
      content: [call],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${index}`, content }] },
    { role: 'user', content: 'the end' },
  ]
  const lines = messages.map((message, at) => {
    const type = message.role
    return JSON.stringify({
      parentUuid: at === 0 ? null : `u${at - 1}`,
      ...own,
      type,
      message,
      uuid: `u${at}`,
      timestamp: '2026-05-01T10:00:00.000Z',
    })
  })
  const path = join(folder, `hostile-${index}.jsonl`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  const then = new Date(Date.now() - 3_600_000 - index * 1000)
  utimesSync(path, then, then)
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  contents.forEach((content, index) => {
    sessionOf(index, content)
  })
  url = await startUi(home)
})

test('there are forty of them', () => {
  expect(contents).toHaveLength(40)
})

test('each stands in the page as text, and nothing in it acts', async () => {
  const page = await openPage()
  await page.goto(url)
  await page.locator('.line').first().waitFor()
  const origin = new URL(url).origin
  const elements = new Set<string>()
  for (const index of contents.keys()) {
    const path = join(folder, `hostile-${index}.jsonl`)
    await page.goto(`${origin}/#/session/${encodeURIComponent(path)}`)
    await page.locator('.turn .text', { hasText: 'the end' }).first().waitFor()
    for (const name of await page.evaluate(() =>
      [...document.querySelectorAll('main *')].map((each) => each.localName),
    ))
      elements.add(name)
    expect(await page.evaluate(() => 'harmed' in globalThis), contents[index]?.slice(0, 60)).toBe(false)
    expect(new URL(page.url()).origin).toBe(origin)
    // What turns or hides text is shown by its number, so that nothing invisible is left.
    const text = await page.evaluate(() => document.querySelector('main')?.textContent ?? '')
    expect(text).not.toMatch(hidden)
    // A line of megabytes is sent in part, until somebody asks for the rest.
    expect(text.length).toBeLessThan(100_000)
  }
  const foreign = [
    'script',
    'img',
    'iframe',
    'style',
    'link',
    'meta',
    'base',
    'form',
    'object',
    'embed',
    'math',
    'body',
    'input',
  ]
  expect(foreign.filter((name) => elements.has(name))).toEqual([])
})
