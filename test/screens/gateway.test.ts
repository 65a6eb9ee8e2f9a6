import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { talkOf } from '../gateway/talks.ts'
import { ask } from '../sandbox/ask.ts'
import { environment, folderWith, mortise, start } from './run.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())
const { broken, path } = talkOf('anthropic-messages')

const folder = folderWith({
  'mortise.yaml': `listen: 127.0.0.1:0\nadmin: { listen: 127.0.0.1:0, token: "\${TOKEN}" }\nupstreams:\n  claude: { url: "${sandbox.url}", api: anthropic, key: "\${KEY}" }\n`,
  'open.yaml': `listen: 127.0.0.1:0\nadmin: { listen: 127.0.0.1:0 }\nupstreams:\n  claude: { url: "${sandbox.url}", api: anthropic }\n`,
  'bad.yaml': 'listn: 127.0.0.1:0\nupstreams: { a: { url: "http://x", api: openai } }\nretries: many\n',
  'child.mjs': `
    const [body, code] = process.argv.slice(2)
    const headers = { 'content-type': 'application/json', 'x-api-key': 'sk-secret' }
    const response = await fetch(process.env.ANTHROPIC_BASE_URL + '${path}', { method: 'POST', body, headers })
    console.log(response.status, response.headers.get('x-mortise-repairs'))
    process.exit(Number(code))`,
})

const config = `listen: 127.0.0.1:0\nadmin: false\nupstreams:\n  claude: { url: "${sandbox.url}", api: anthropic }\n`

/** A folder with files, for as long as a test runs. */
function folderIn(files: Readonly<Record<string, string>>): string {
  const own = mkdtempSync(join(tmpdir(), 'mortise-gateway-'))
  onTestFinished(() => rmSync(own, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text)
  return own
}

/** Runs `mortise` to its end while this process goes on: the sandbox answers in it. */
async function run(
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{
  stdout: string
  stderr: string
  exit: unknown
}> {
  const bin = join(import.meta.dirname, '../../app/bin/mortise.js')
  const child = spawn(process.execPath, [bin, ...words], { env: { ...environment, ...more }, cwd: folder })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece) => (stdout += piece))
  child.stderr.on('data', (piece) => (stderr += piece))
  const [exit] = await once(child, 'close')
  return { stdout, stderr, exit }
}

describe('gateway', () => {
  test('it says where it is, mends, logs, drains and ends with 0', async () => {
    const child = start(['gateway', '--config', join(folder, 'open.yaml')])
    let [out, err] = ['', '']
    child.stdout.on('data', (piece) => (out += piece))
    child.stderr.on('data', (piece) => (err += piece))
    while (!out.includes('token')) await once(child.stdout, 'data')
    expect(out).toMatch(
      /^✔ gateway on http:\/\/127\.0\.0\.1:\d+\n {2}metrics and events on http:\/\/127\.0\.0\.1:\d+, with this token: ([\w-]{32})\n {2}page on http:\/\/127\.0\.0\.1:\d+\/\?token=\1\n$/,
    )
    const url = /http:\/\/[\d.:]+/.exec(out)?.[0] ?? ''
    const { status, headers } = await ask(url + path, broken, { headers: { 'x-api-key': 'sk-secret' } })
    expect([status, headers.get('x-mortise-repairs')]).toEqual([200, '1;call-without-result@messages.1'])
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'the gateway listens'],
      [40, 'mended: call-without-result (toolu_1) at messages.1'],
      [30, 'draining: no new connections are taken'],
    ])
    expect(out + err).not.toContain('sk-secret')
  })

  test('--json is one line', async () => {
    const child = start(['gateway', '--config', join(folder, 'open.yaml'), '--json'])
    const [line] = await once(child.stdout, 'data')
    child.kill('SIGTERM')
    await once(child, 'close')
    const { port, ...answer } = JSON.parse(String(line)) as { port: number }
    expect(answer).toEqual({
      schema: 'mortise/1',
      command: 'gateway',
      target: { kind: 'gateway' },
      url: `http://127.0.0.1:${port}`,
      admin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.stringMatching(/^[\w-]{32}$/),
    })
  })

  test('references to the environment are resolved, and mistakes have their places', async () => {
    expect(mortise(['gateway', '--config', 'mortise.yaml'], { folder, environment: { TOKEN: 't' } })).toEqual(
      {
        stdout: '',
        stderr: expect.stringMatching(
          /^mortise: mortise\.yaml:4:\d+: The environment has no variable `KEY`\.\nhint: docs\/config\.md/,
        ),
        exit: 2,
      },
    )
    expect(mortise(['gateway', '--config', 'bad.yaml'], { folder })).toEqual({
      stdout: '',
      stderr:
        'bad.yaml:1:1: The config has no key `listn`. Did you mean `listen`?\nbad.yaml:3:10: `retries` has to be a number.\nmortise: The config has 2 mistakes.\nhint: docs/config.md describes the config.\n',
      exit: 2,
    })
  })

  test('a config is found in this folder, and followed: by itself, and on SIGHUP', async () => {
    const own = folderIn({ 'mortise.yaml': config })
    const child = start(['gateway'], { folder: own })
    let err = ''
    child.stderr.on('data', (piece) => (err += piece))
    await once(child.stdout, 'data')
    const lines = (): readonly string[] =>
      [...err.matchAll(/"msg":("[^"]*")/g)].map(([, said]) => JSON.parse(said ?? ''))
    const told = (expected: readonly string[]): Promise<void> =>
      vi.waitFor(() => expect(lines()).toEqual(['the gateway listens', ...expected]), { timeout: 10_000 })
    const applied = [
      'config change detected; evaluating reload (tools.deny)',
      'config hot reload applied (tools.deny)',
    ]
    const refused = 'config refused; the one before stays in effect'
    writeFileSync(join(own, 'mortise.yaml'), `${config}tools: { deny: ["*"] }\n`)
    await told(applied)
    writeFileSync(join(own, 'mortise.yaml'), `${config}tools: no\n`)
    await told([...applied, refused])
    child.kill('SIGHUP')
    await told([...applied, refused, refused])
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test('without a config it says where one is looked for', () => {
    expect(mortise(['gateway'], { folder: folderIn({}), environment: { HOME: '/nowhere' } })).toEqual({
      stdout: '',
      stderr: 'mortise: No config was found.\nhint: npx mortise config where\n',
      exit: 2,
    })
  })

  test.each([
    [
      ['gateway', '--config', 'no.yaml'],
      'mortise: `no.yaml`: There is no such file.\nhint: npx mortise gateway --help\n',
      4,
    ],
    [['run'], 'mortise: A command to run is needed, after `--`.\nhint: npx mortise run -- claude\n', 2],
    [
      ['run', '--', 'no-such-command'],
      'mortise: There is no command `no-such-command`.\nhint: npx mortise run -- COMMAND\n',
      2,
    ],
    [['up', 'x'], 'mortise: `up` takes flags only; `x` is none.\nhint: npx mortise up --help\n', 2],
  ])('%j', (words, stderr, exit) => {
    expect(mortise(words, { folder })).toEqual({ stdout: '', stderr, exit })
  })
})

describe('run', () => {
  test('the command speaks through a gateway, its exit code is returned, and one line says what was mended', async () => {
    const words = ['run', '--', process.execPath, 'child.mjs', JSON.stringify(broken), '7']
    const { stdout, stderr, exit } = await run(words, { ANTHROPIC_BASE_URL: sandbox.url })
    expect(stdout).toBe('200 1;call-without-result@messages.1\n')
    expect(stderr).toBe('mortise: 1 request, 1 mended: call-without-result 1\n')
    expect(exit).toBe(7)
    expect(sandbox.requests.at(-1)?.headers['x-api-key']).toBe('sk-secret')
  })

  test('a config names the upstreams', async () => {
    const words = [
      'run',
      '--config',
      'mortise.yaml',
      '--',
      process.execPath,
      'child.mjs',
      JSON.stringify(broken),
      '0',
    ]
    const { stdout, exit } = await run(words, { KEY: 'sk-own', TOKEN: 't' })
    expect([stdout, exit]).toEqual(['200 1;call-without-result@messages.1\n', 0])
    expect(sandbox.requests.at(-1)?.headers['x-api-key']).toBe('sk-own')
  })

  test("a command goes where the user's own config sends it, with the user's key", async () => {
    const home = folderIn({
      claude: `#!${process.execPath}
        const [flag, settings] = process.argv.slice(2)
        const url = JSON.parse(settings).env.ANTHROPIC_BASE_URL
        const headers = { 'content-type': 'application/json', 'x-api-key': 'sk-secret' }
        const body = ${JSON.stringify(JSON.stringify(broken))}
        fetch(url + '${path}', { method: 'POST', body, headers }).then(({ status }) => console.log(flag, status))`,
    })
    chmodSync(join(home, 'claude'), 0o755)
    mkdirSync(join(home, '.claude'))
    const settings = { env: { ANTHROPIC_BASE_URL: sandbox.url } }
    writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings))
    const { stdout, stderr } = await run(['run', '--', join(home, 'claude')], {
      HOME: home,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    })
    expect([stdout, stderr]).toEqual([
      '--settings 200\n',
      'mortise: 1 request, 1 mended: call-without-result 1\n',
    ])
    expect(sandbox.requests.at(-1)?.headers['x-api-key']).toBe('sk-secret')
  })

  test.each([
    ['true', /^mortise: 0 requests, 0 mended\nmortise: The command sent no request, or it reads the address/],
    ['./pi', /^mortise: `pi` reads .*\n.*models\.json.*\nmortise: 0 requests, 0 mended\nmortise: `pi` reads/],
  ])('if no request came from %s, the likely reason is told', (command, stderr) => {
    const home = folderIn({ pi: '#!/bin/sh\n' })
    chmodSync(join(home, 'pi'), 0o755)
    expect(mortise(['run', '--', command], { folder: home }).stderr).toMatch(stderr)
  })

  const url = 'http://127.0.0.1:4141'
  const first = `export ANTHROPIC_BASE_URL=${url}\n`
  const own = 'export _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL=1\n'
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }

  test.each<
    [name: string, words: string[], environment: Record<string, string>, stdout: string, stderr: RegExp]
  >([
    ['claude', ['claude', '-p', 'a b'], {}, `${first}${own}claude -p 'a b'\n`, /^$/],
    ['claude, at another host', ['claude'], { ANTHROPIC_BASE_URL: 'http://other' }, `${first}claude\n`, /^$/],
    [
      'claude, as its user set it',
      ['claude'],
      { _CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL: '0' },
      `${first}claude\n`,
      /^$/,
    ],
    [
      'claude on Bedrock, without keys',
      ['claude'],
      { CLAUDE_CODE_USE_BEDROCK: '1' },
      'claude\n',
      /could not sign/,
    ],
    [
      'claude on Bedrock',
      ['claude'],
      { CLAUDE_CODE_USE_BEDROCK: '1', ...keys },
      `export ANTHROPIC_BEDROCK_BASE_URL=${url}\nclaude\n`,
      /^$/,
    ],
    ['claude on Vertex', ['claude'], { CLAUDE_CODE_USE_VERTEX: '1' }, 'claude\n', /Vertex/],
    [
      'codex',
      ['/usr/bin/codex', 'exec', 'x'],
      {},
      `/usr/bin/codex -c 'openai_base_url="${url}/v1"' exec x\n`,
      /^$/,
    ],
    ['gemini', ['gemini'], { GEMINI_API_KEY: 'k' }, `export GOOGLE_GEMINI_BASE_URL=${url}\ngemini\n`, /^$/],
    ['gemini with a login', ['gemini'], {}, 'gemini\n', /GEMINI_API_KEY/],
    [
      'any other',
      ['my-agent', '--flag'],
      {},
      `${first}export OPENAI_BASE_URL=${url}/v1\nexport OPENAI_API_BASE=${url}/v1\nexport GOOGLE_GEMINI_BASE_URL=${url}\nmy-agent --flag\n`,
      /^$/,
    ],
  ])('--print-env: %s', (_, words, more, stdout, stderr) => {
    const seen = mortise(['run', '--print-env', '--', ...words], { environment: { HOME: folder, ...more } })
    expect([seen.stdout, seen.exit]).toEqual([stdout, 0])
    expect(seen.stderr).toMatch(stderr)
  })
})

describe('up', () => {
  test('shows a refusal and its repair, and ends where nobody watches', () => {
    const { stdout, stderr, exit } = mortise(['up'])
    expect([stderr, exit]).toEqual(['', 0])
    const shown = stdout.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    expect(shown).toContain('✔ gateway on http://HOST, with this config:')
    expect(shown).toMatch(
      /POST http:\/\/HOST\/v1\/messages\n {3}✖ 400 {2}messages\.1: `tool_use` ids were found/,
    )
    expect(shown).toMatch(/✔ 200 .*accepted\.\n {5}x-mortise-repairs: 2;call-without-result@messages\.1,/)
    expect(shown).toContain('1 of 1 session will be refused by its API.')
    // The home is gone by then.
    expect(shown).not.toContain('fix:')
  })

  test('a port that is taken is passed over', async () => {
    const taken = createServer()
    // Whoever has it, it is taken.
    await new Promise<void>((resolve) => {
      taken.once('error', () => resolve())
      taken.listen(4141, '127.0.0.1', resolve)
    })
    const { stdout, exit } = mortise(['up'])
    taken.close()
    expect(exit).toBe(0)
    expect(stdout).toMatch(/gateway on http:\/\/127\.0\.0\.1:41[4-9]\d/)
    expect(stdout).not.toContain('gateway on http://127.0.0.1:4141,')
  })
})

test('the gateway as a function serves `fetch` and a server of Node', async () => {
  const script = `
    import { createServer } from 'node:http'
    import { createGateway } from 'mortise/gateway'
    const repairs = []
    const gateway = createGateway(
      { upstreams: { up: { url: '${sandbox.url}', api: 'anthropic' } } },
      { onRepair: ({ findings }) => repairs.push(findings[0].rule) },
    )
    const body = process.argv[1]
    const ask = (url) => new Request(url + '${path}', { method: 'POST', body, headers: { 'x-api-key': 'k' } })
    const one = await gateway.fetch(ask('http://localhost'))
    const server = createServer(gateway.listener).listen(0, '127.0.0.1', async () => {
      const two = await fetch(ask('http://127.0.0.1:' + server.address().port))
      console.log(one.status, one.headers.get('x-mortise-repairs'), (await one.json()).role, two.status, repairs.length)
      server.close(); server.closeAllConnections(); gateway.close()
    })`
  const root = join(import.meta.dirname, '../..')
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(broken)], {
    cwd: root,
  })
  let out = ''
  child.stdout.on('data', (piece) => (out += piece))
  child.stderr.on('data', (piece) => (out += piece))
  await once(child, 'close')
  expect(out).toBe('200 1;call-without-result@messages.1 assistant 200 2\n')
})
