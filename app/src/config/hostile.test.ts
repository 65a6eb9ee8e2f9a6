import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { configPlaces, parseConfig, readConfig } from './index.ts'

const surroundings = { environment: {}, readFile: (): string => '' }

const repeated = (count: number): string =>
  `a: &a [x]\n${Array.from({ length: count }, (_, index) => `k${index}: &k${index} [*a, *a]\n`).join('')}`

test.each([
  ['an alias that grows', 'c.yaml', repeated(200), 'c.yaml:1:1: Its aliases stand for too much.'],
  [
    'an alias of itself',
    'c.yaml',
    'upstreams: &a { x: *a }\n',
    'c.yaml:1:1: Its aliases stand for too much.',
  ],
  ['deep YAML', 'c.yaml', '['.repeat(100_000), /^c\.yaml:1:\d+: It is nested too deeply\.$/],
  ['deep JSON', 'c.json', '{"a":'.repeat(100_000), 'c.json:1:1: It is nested too deeply.'],
  [
    'two documents',
    'c.yaml',
    'upstreams: {}\n---\nupstreams: {}\n',
    'c.yaml:2:1: A config is one document: nothing may follow `---`.',
  ],
  ['a key twice, in JSON', 'c.json', '{"tools": {},\n "tools": {}}', 'c.json:2:2: `tools` is written twice.'],
  [
    'a prototype',
    'c.yaml',
    'upstreams:\n  __proto__: { url: http://a.b, api: anthropic }\n',
    'c.yaml:2:3: Nothing can be called `__proto__`.',
  ],
])('%s is told in one sentence', (_, path, text, sentence) => {
  const told = (): string => {
    try {
      parseConfig(text, path, surroundings)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  expect(told()).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
})

const folder = mkdtempSync(join(tmpdir(), 'mortise-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['a pipe', 'It is a pipe, not a file', (path: string) => void spawnSync('mkfifo', [path])],
  ['a folder', 'It is a folder', (path: string) => void mkdirSync(path)],
  ['links in a circle', 'Its links lead in a circle', (path: string) => symlinkSync(path, path)],
  [
    'a huge file',
    'It is larger than 16 MB',
    (path: string) => {
      writeFileSync(path, '')
      truncateSync(path, 17 * 1024 * 1024)
    },
  ],
])('%s is not read', (name, why, make) => {
  const path = join(folder, `${name}.yaml`)
  make(path)
  expect(() => readConfig(path)).toThrow(`\`${path}\`: ${why}.`)
  const places = configPlaces({ named: path, environment: {}, folder, home: folder, platform: 'linux' })
  expect(places[0]?.isUsed).toBe(true)
})
