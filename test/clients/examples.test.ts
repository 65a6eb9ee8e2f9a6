import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../examples/guards', import.meta.url))

/** What each example prints, as lines that begin so. */
const prints: Readonly<Record<string, readonly string[]>> = {
  'ai-sdk': ['without: Tool result is missing for tool call toolu_01.', 'with: stop'],
  anthropic: ['without: 400 ', 'mended: call-without-result', 'with: end_turn'],
  bedrock: ['without: Expected toolResult blocks at messages.2.content', 'with: end_turn'],
  fetch: ['without: 400', 'with: 200'],
  google: ['without: {"error":{"code":400,', 'with: STOP'],
  langchain: ['without: 400 ', 'with: ai'],
  matcher: ['This request was expected to be accepted', 'accepted, once repaired'],
  mistral: ['without: API error occurred: Status 400', 'with: stop'],
  openai: ["without: 400 Invalid parameter: messages with role 'tool'", 'with: stop', 'streaming: completed'],
}

const run = (
  name: string,
): { readonly out: string; readonly error: string; readonly exit: number | null } => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${folder}/run.js`, name])
  return { out: stdout.toString(), error: stderr.toString(), exit: status }
}

test('there is something to say about every example', () => {
  const names = readdirSync(folder).map((file) => file.replace(/\.js$/, ''))
  expect(names.filter((name) => name !== 'run')).toEqual(Object.keys(prints))
})

test.each(Object.entries(prints))('%s', (name, beginnings) => {
  const { out, error, exit } = run(name)
  expect(exit, error).toBe(0)
  const lines = out.split('\n')
  expect(beginnings.filter((beginning) => !lines.some((line) => line.startsWith(beginning)))).toEqual([])
})

test('there has to be an example of that name', () => {
  const { error, exit } = run('nobody')
  expect([exit, error]).toEqual([2, `Name one of the examples: ${Object.keys(prints).join(', ')}.\n`])
})
