import { describe, expect, test } from 'vitest'
import { ConfigError, checkedConfig, parseConfig } from './index.ts'

const files: Readonly<Record<string, string>> = { '/run/key': 'from-a-file\n' }
const around = {
  environment: { KEY: 'sk-secret', TOKEN: 'the-token' },
  agents: ['claude-code', 'openclaw'],
  readFile: (path: string): string => files[path] ?? fail(path),
}

function fail(path: string): never {
  throw new Error(`no ${path}`)
}

const hash = 'a'.repeat(64)
const whole = `
listen: 127.0.0.1:4141
admin: { listen: 127.0.0.1:4142, token: "\${TOKEN}" }
upstreams:
  claude: { url: "https://api.anthropic.com", api: anthropic, key: "\${KEY}" }
  local: { url: "http://127.0.0.1:8080/v1", api: vllm, key: "\${file:/run/key}" }
routes:
  - { name: main, path: /v1/messages, model: "claude-*", to: [claude, local], as: { local: qwen3-coder } }
  - { name: rest, model: "*", to: local, mode: strict, policy: drop }
clients:
  - { name: ci, key: "sha256:${hash}", routes: [main] }
retries: 2
timeouts: { connect: 5s, headers: 1m }
limits: { body: 1MB }
reload: hot
tools: { deny: [exec], history: text }
profiles: { openclaw/main: { tools: { allow: [read] } } }
sessions: [{ agent: openclaw }]
`

test('a whole config is read, with its references resolved', () => {
  expect(parseConfig(whole, 'mortise.yaml', around)).toEqual({
    listen: { host: '127.0.0.1', port: 4141 },
    origins: [],
    hosts: [],
    admin: { listen: { host: '127.0.0.1', port: 4142 }, token: 'the-token' },
    upstreams: {
      claude: {
        url: new URL('https://api.anthropic.com'),
        api: 'anthropic',
        key: 'sk-secret',
        passthrough: false,
      },
      local: {
        url: new URL('http://127.0.0.1:8080/v1'),
        api: 'vllm',
        key: 'from-a-file',
        passthrough: false,
      },
    },
    routes: [
      {
        name: 'main',
        path: '/v1/messages',
        model: 'claude-*',
        to: ['claude', 'local'],
        as: { local: 'qwen3-coder' },
        mode: 'repair',
        policy: 'keep',
      },
      { name: 'rest', model: '*', to: ['local'], as: {}, mode: 'strict', policy: 'drop' },
    ],
    clients: [{ name: 'ci', key: `sha256:${hash}`, routes: ['main'] }],
    mode: 'repair',
    policy: 'keep',
    retries: 2,
    timeouts: { connect: 5000, headers: 60_000 },
    limits: { body: 1_048_576 },
    reload: 'hot',
    tools: { deny: ['exec'], allow: [], history: 'text' },
    profiles: { 'openclaw/main': { tools: { deny: [], allow: ['read'] } } },
    sessions: [{ agent: 'openclaw', home: '~', profiles: ['*'] }],
    node: {},
    tables: [],
    audit: { days: 30 },
    jobs: {},
  })
})

test('JSON with comments says the same', () => {
  const upstreams = { a: { url: 'http://127.0.0.1:1', api: 'openai' } }
  const json = `{ // a comment\n "upstreams": ${JSON.stringify(upstreams)}, }`
  expect(parseConfig(json, 'mortise.jsonc', around)).toEqual(checkedConfig({ upstreams }, around))
})

const env = (name: string): string => `\${${name}}`

describe('each mistake has its place, and no secret in it', () => {
  test.each([
    ['retries: 2', 'retrys: 2', '12:1: The config has no key `retrys`. Did you mean `retries`?'],
    ['path: /v1', 'pth: /v1', '8:19: `routes[0]` has no key `pth`. Did you mean `path`?'],
    ['retries: 2', 'retries: two', '12:10: `retries` has to be a number.'],
    ['retries: 2', 'retries: 99', '12:10: `retries` is at most 10.'],
    ['to: local', 'to: lokal', '9:35: There is no upstream `lokal`. Did you mean `local`?'],
    ['as: { local', 'as: { locals', '8:93: There is no upstream `locals`. Did you mean `local`?'],
    ['[main]', '[mian]', `11:${28 + hash.length + 14}: There is no route \`mian\`. Did you mean \`main\`?`],
    ['5s', '5 parsecs', '13:22: `timeouts.connect` is a time, such as 10s or 10m, of at most 24 days.'],
    ['1MB', '1TB', '14:17: `limits.body` is a size, such as 64MB, of at most 1GB.'],
    [env('TOKEN'), env('TOKENS'), '3:41: The environment has no variable `TOKENS`.'],
    [
      env('file:/run/key'),
      env('file:/no'),
      '6:61: The file `/no` cannot be read, is empty, or is larger than 64 KB.',
    ],
    ['name: rest', 'name: main', '9:13: Another route has the name `main`.'],
    [
      'sha256:',
      'sha1:',
      '11:22: `clients[0].key` is `sha256:` and the 64 hex digits of the hash of the key.',
    ],
    ['mode: strict', 'mode: fix', '9:48: `routes[1].mode` is one of `off`, `observe`, `repair`, `strict`.'],
    [
      '/v1/messages',
      '/v1/mesages',
      '8:25: `routes[0].path` is no path that conversations are sent to. Did you mean `/v1/messages`?',
    ],
    [
      'https://api.anthropic.com',
      'https://sk-secret@api.anthropic.com',
      '5:18: `upstreams.claude.url` is an address that starts with http:// or https://, without a name, a query or a fragment.',
    ],
    [
      '127.0.0.1:4142',
      '0.0.0.0:4142',
      '3:18: `admin.listen` has to be an address of this machine alone, such as 127.0.0.1:4142.',
    ],
    ['url: "https://api.anthropic.com", ', '', '5:11: `upstreams.claude.url` is missing.'],
    ['retries: 2', 'retries: "2', '19:1: Missing closing "quote.'],
    [
      'api: vllm',
      'api: ollama',
      "6:50: `ollama` is the API at Ollama's `/api/chat`, which the gateway does not serve. For its `/v1` write `ollama-v1`.",
    ],
    ['reload: hot', 'reload: warm', '15:9: `reload` is one of `off`, `restart`, `hot`, `hybrid`.'],
    ['deny: [exec]', 'denny: [exec]', '16:10: `tools` has no key `denny`. Did you mean `deny`?'],
    ['deny: [exec]', 'deny: exec', '16:16: `tools.deny` has to be a list.'],
    ['deny: [exec]', 'deny: [a, ""]', '16:20: `tools.deny[1]` is empty.'],
    [
      'deny: [exec]',
      'deny: [group:webb]',
      '16:17: There is no group of tools `group:webb` here. Did you mean `group:web`?',
    ],
    ['history: text', 'history: keep', '16:33: `tools.history` is one of `strip`, `text`, `keep-completed`.'],
    [
      'openclaw/main',
      'openclaw',
      '17:13: `profiles.openclaw` is no profile: an agent and its profile are named, as in `openclaw/main`.',
    ],
    ['openclaw/main', 'openclow/main', '17:13: There is no agent `openclow`. Did you mean `openclaw`?'],
    [
      'allow: [read]',
      'allow: [group:x]',
      '17:47: There is no group of tools `group:x` here. Did you mean `group:fs`?',
    ],
    [
      'agent: openclaw',
      'agent: cursor',
      '18:21: There is no agent `cursor`. These are known: `claude-code`, `openclaw`.',
    ],
    [
      'agent: openclaw',
      'agnt: openclaw',
      '18:12: `sessions[0].agent` is missing.\nmortise.yaml:18:14: `sessions[0]` has no key `agnt`. Did you mean `agent`?',
    ],
  ])('%s → %s', (from, to, complaint) => {
    const text = whole.replace(from, to)
    expect(text).not.toBe(whole)
    expect(mistakesIn(() => parseConfig(text, 'mortise.yaml', around)).join('\n')).toBe(
      `mortise.yaml:${complaint}`,
    )
  })

  test('with clients, an upstream needs a key of its own, or the clients a header of theirs', () => {
    const text = whole.replace(`, key: "${env('KEY')}"`, '')
    expect(mistakesIn(() => parseConfig(text, 'm.yaml', around))).toEqual([
      expect.stringMatching(/^m\.yaml:5:11: `upstreams\.claude` has no `key`: /),
    ])
    expect(parseConfig(`${text}keyHeader: x-mortise-key\n`, 'm.yaml', around).keyHeader).toBe('x-mortise-key')
  })

  test('beyond this machine only those with a key are served', () => {
    const upstreams = { a: { url: 'http://127.0.0.1:1', api: 'openai' } }
    const open = { listen: '0.0.0.0:4141', upstreams }
    expect(mistakesIn(() => checkedConfig(open, around))).toEqual([
      '`listen` is reached from other machines: that needs `clients` with keys.',
    ])
  })

  const page = 'is the origin of a page, such as https://chat.example'
  const host = 'is the name or the address of a host, without a port'

  test.each([
    ['origins', ['null', '*', 'chat.example', 'https://a/b', 'https://*.a', 'https://u@a', 'file://'], page],
    ['hosts', ['*', '*.a', 'a:4141', '[::1]:80', 'http://a', 'a b', 'a/b', ''], host],
  ])('%s takes no texts that would name nobody, or everybody', (member, texts, words) => {
    const upstreams = { a: { url: 'http://127.0.0.1:1', api: 'openai' } }
    expect(mistakesIn(() => checkedConfig({ upstreams, [member]: texts }, around))).toEqual(
      texts.map((_, index) => `\`${member}[${index}]\` ${words}.`),
    )
  })

  test('origins and hosts are compared in their plain form', () => {
    const upstreams = { a: { url: 'http://127.0.0.1:1', api: 'openai' } }
    const origins = ['HTTPS://Chat.example:443/', 'App://desk', 'http://[::0:1]:80']
    const hosts = ['Gateway.example.', 'fd00:0::5', '[fd00::6]', '192.168.1.5']
    expect(checkedConfig({ upstreams, origins, hosts }, around)).toMatchObject({
      origins: ['https://chat.example', 'app://desk', 'http://[::1]'],
      hosts: ['gateway.example', '[fd00::5]', '[fd00::6]', '192.168.1.5'],
    })
  })

  test.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['a text', 'hello'],
  ])('%s is no config', (_, text) => {
    expect(mistakesIn(() => parseConfig(text, 'm.yaml', around)).length).toBeGreaterThan(0)
  })

  test('a reference that leads nowhere is told beside the other mistakes, and once', () => {
    const text = whole.replace(env('TOKEN'), env('NONE')).replace('retries: 2', 'retries: two')
    const error = errorOf(() => parseConfig(text.replace('127.0.0.1:4141', env('WHERE')), 'm.yaml', around))
    const unresolved = [
      'm.yaml:2:9: The environment has no variable `WHERE`.',
      'm.yaml:3:41: The environment has no variable `NONE`.',
    ]
    expect(error?.mistakes).toEqual([...unresolved, 'm.yaml:12:10: `retries` has to be a number.'])
    expect(error?.unresolved).toEqual(unresolved)
  })

  test('a mistake in a value that was referred to shows the reference', () => {
    const text = whole.replace('to: local', `to: "${env('KEY')}"`).replace('[exec]', `["${env('GROUP')}"]`)
    const environment = { ...around.environment, GROUP: 'group:sk-secret' }
    expect(mistakesIn(() => parseConfig(text, 'm.yaml', { ...around, environment }))).toEqual([
      expect.stringContaining(`There is no upstream \`${env('KEY')}\`.`),
      expect.stringContaining(`There is no group of tools \`${env('GROUP')}\` here.`),
    ])
  })

  test('all mistakes are told at once', () => {
    const text = whole.replace('retries: 2', 'retries: two').replace('mode: strict', 'mode: fix')
    expect(mistakesIn(() => parseConfig(text, 'm.yaml', around))).toHaveLength(2)
  })
})

function mistakesIn(read: () => unknown): readonly string[] {
  return errorOf(read)?.mistakes ?? []
}

function errorOf(read: () => unknown): ConfigError | undefined {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const failure = error as ConfigError
    expect(failure.mistakes.join()).not.toContain('sk-secret')
    return failure
  }
  return undefined
}
