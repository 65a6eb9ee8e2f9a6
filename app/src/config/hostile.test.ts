import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, configPlaces, parseConfig, readConfig } from './index.ts'

const surroundings = { environment: {}, readFile: (): string => '' }

const repeated = (count: number): string =>
  `a: &a [x]\n${Array.from({ length: count }, (_, index) => `k${index}: &k${index} [*a, *a]\n`).join('')}`

test.each<readonly [name: string, path: string, text: string, sentence: string]>([
  ['an alias that grows', 'c.yaml', repeated(200), 'c.yaml:1:1: Its aliases stand for too much.'],
  [
    'an alias of itself',
    'c.yaml',
    'upstreams: &a { x: *a }\n',
    'c.yaml:1:1: Its aliases stand for too much.',
  ],
  ...[
    ['lists', '['.repeat(20_000)],
    ['more lists', 'a: '.concat('['.repeat(100_000))],
    ['tables', '{a: '.repeat(20_000)],
    ['lists in lines', '- '.repeat(20_000)],
    ['keys', '? '.repeat(20_000)],
    ['values', 'a: '.repeat(20_000)],
    ['steps', Array.from({ length: 2_000 }, (_, step) => `${' '.repeat(step)}a:\n`).join('')],
    ['lists in steps', Array.from({ length: 2_000 }, (_, step) => `${' '.repeat(step)}-\n`).join('')],
  ].map(
    ([shape, text = '']) =>
      [`deep YAML: ${shape}`, 'c.yaml', text, 'c.yaml:1:1: It is nested too deeply.'] as const,
  ),
  ['deep JSON', 'c.json', '{"a":'.repeat(100_000), 'c.json:1:1: It is nested too deeply.'],
  [
    'two documents',
    'c.yaml',
    'upstreams: {}\n---\nupstreams: {}\n',
    'c.yaml:2:1: A config is one document: nothing may follow `---`.',
  ],
  ['a key twice', 'c.yaml', 'tools: {}\ntools: {}', 'c.yaml:2:1: `tools` is written twice.'],
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
  expect(told()).toBe(sentence)
})

const many = (write: (index: number) => string): string =>
  Array.from({ length: 20_000 }, (_, index) => write(index)).join('')
const upstream = 'upstreams: { a: { url: "http://a.b", api: openai, key: k } }\n'

// Each of these took the square of its length: minutes, which no test is given.
test.each([
  ['unknown members', 'c.yaml', many((index) => `k${index}: 1\n`)],
  ['unknown members in JSON', 'c.json', `{${many((index) => `"k${index}": 1,\n`)}}`],
  ['members twice', 'c.yaml', many((index) => `k${index}: 1\nk${index}: 2\n`)],
  ['members twice in JSON', 'c.json', `{${many((index) => `"k${index}": 1, "k${index}": 2,\n`)}}`],
  ['wrong upstreams', 'c.json', `{"upstreams": {${many((index) => `"u${index}": { "url": "x" },\n`)}}}`],
  [
    'routes to unknown upstreams',
    'c.yaml',
    `upstreams:\n${many((index) => `  u${index}: { url: "http://a.b", api: openai }\n`)}routes:\n${many((index) => `- to: v${index}\n`)}`,
  ],
  ['routes of one name', 'c.yaml', `${upstream}routes:\n${many(() => '- { name: r, to: a }\n')}`],
  [
    'references that lead nowhere',
    'c.yaml',
    `${upstream}tools: { deny: [${many((index) => `"\${X${index}}",`)}] }\n`,
  ],
  [
    'groups that are not known',
    'c.yaml',
    `${upstream}tools: { deny: [${many((index) => `"group:$$x${index}",`)}] }\n`,
  ],
])('20,000 %s are told in linear time', (_, path, text) => {
  try {
    parseConfig(text, path, surroundings)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    expect(error.mistakes.length).toBeGreaterThanOrEqual(19_999)
  }
  expect.assertions(1)
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

test.each([
  ['secret.ini', '[default]\nsecret = hunter2\n'],
  ['key.pem', '-----BEGIN PRIVATE KEY-----\nhunter2: hunter2\n'],
  ['keys.json', '{"hunter2": "hunter2"}'],
])('a config that is a link to %s of another folder tells none of its words', (name, text) => {
  const [elsewhere, own] = [join(folder, 'elsewhere'), join(folder, `own-${name}`)]
  mkdirSync(elsewhere, { recursive: true })
  mkdirSync(own)
  writeFileSync(join(elsewhere, name), text)
  for (const path of [join(own, 'mortise.yaml'), join(own, 'mortise.json')]) {
    symlinkSync(join(elsewhere, name), path)
    expect(() => readConfig(path)).toThrow(`${path}:1:1: It is a link to a file that is no config.`)
  }
})

test('a config that is a link to a config of another folder is told its mistakes, and one in its own folder any', () => {
  const path = join(folder, 'own-secret.ini', 'linked.yaml')
  const real = join(folder, 'elsewhere', 'real.yaml')
  writeFileSync(real, 'upstreams: {}\nk: 1\n')
  symlinkSync(real, path)
  expect(() => readConfig(path)).toThrow(`${path}:2:1: The config has no key \`k\``)
  // As Kubernetes mounts a ConfigMap.
  mkdirSync(join(folder, '..data'))
  writeFileSync(join(folder, '..data', 'beside.yaml'), 'k: 1\n')
  symlinkSync(join('..data', 'beside.yaml'), join(folder, 'near.yaml'))
  expect(() => readConfig(join(folder, 'near.yaml'))).toThrow('`k`')
})

test.each([
  ['64 KB', 'x'.repeat(1 << 16), true],
  ['more', 'x'.repeat((1 << 16) + 1), false],
])('a value of %s from a file', (name, text, isRead) => {
  const path = join(folder, `value ${name}`)
  writeFileSync(path, text)
  const config = join(folder, `with ${name}.yaml`)
  writeFileSync(config, `upstreams: { a: { url: "http://a.b", api: openai, key: "\${file:${path}}" } }`)
  const told = `The file \`${path}\` cannot be read, is empty, or is larger than 64 KB.`
  if (isRead) expect(readConfig(config).upstreams.a?.key).toBe(text)
  else expect(() => readConfig(config)).toThrow(told)
})

test('a value is not read from a device, nor without an end', () => {
  for (const path of ['/dev/zero', '/proc/self/pagemap']) {
    const text = `upstreams: { a: { url: "http://a.b", api: openai, key: "\${file:${path}}" } }`
    const here = join(folder, 'device.yaml')
    writeFileSync(here, text)
    expect(() => readConfig(here)).toThrow(`The file \`${path}\` cannot be read`)
  }
})
