import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ask } from '../sandbox/ask.ts'
import { folderWith, mortise, start } from './run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const user = { role: 'user', content: 'x' }
const folder = folderWith({
  'scenarios.json': JSON.stringify({ default: { say: [{ text: 'Good day.' }] }, bye: {} }),
  'broken.json': '{"default":',
  'wrong.json': '{"default":{"say":"Good day."}}',
})

/** A sandbox as a process of its own, and what it has written so far. */
async function running(words: readonly string[]): Promise<{
  url: string
  told: { out: string; err: string }
  end(signal: NodeJS.Signals): Promise<unknown>
}> {
  const child = start(['sandbox', ...words])
  const told = { out: '', err: '' }
  child.stderr.on('data', (piece) => {
    told.err += piece
  })
  child.stdout.on('data', (piece) => {
    told.out += piece
  })
  await once(child.stdout, 'data')
  const url = /http:\/\/[\d.:]+/.exec(told.out)?.[0] ?? ''
  const end = async (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal)
    return await once(child, 'close')
  }
  return { url, told, end }
}

test('it says where it is, what it answers and what became of it, and ends with 0', async () => {
  const { url, told, end } = await running([])
  await ask(`${url}/v1/messages`, { messages: [user] })
  await ask(`${url}/v1/messages`, { messages: [{ role: 'user', content: '' }] })
  await ask(`${url}/nowhere`, '{}')
  expect(await end('SIGINT')).toEqual([0, null])
  expect(told.out.replaceAll(url, 'http://127.0.0.1:8080')).toMatchInlineSnapshot(`
    "✔ sandbox on http://127.0.0.1:8080

      /v1/messages, /v1/messages/count_tokens                       Anthropic
      /v1/chat/completions                                          OpenAI; or Mistral, Kimi and others, by the model
      /v1/responses                                                 OpenAI Responses
      /v1beta/models/MODEL:generateContent, :streamGenerateContent  Gemini
      /model/MODEL/converse, /converse-stream                       Bedrock
      /api/chat                                                     Ollama
      /groq/v1/chat/completions                                     any API by its name in front

    Any key is taken. A request asks for more by a header, x-mortise-scenario:
      call, parallel, interleaved, thinking, old-account, slow, cut-off, out-of-room, error-midway, error
    Ctrl-C ends it.

    "
  `)
  expect(told.err).toMatchInlineSnapshot(`
    "✔ 200 anthropic  POST /v1/messages
    ✖ 400 anthropic  POST /v1/messages  empty-turn
    ✖ 404 openai  POST /nowhere

    1 request answered, 2 refused
    "
  `)
})

test('it stands for one API, with scenarios of its own, in ASCII', async () => {
  const file = `${folder}/scenarios.json`
  const { url, told, end } = await running(['--api', 'mistral', '--scenario', file, '--plain', '--port', '0'])
  const { text } = await ask(`${url}/v1/chat/completions`, { messages: [user] })
  expect(text).toContain('"Good day."')
  expect(await end('SIGTERM')).toEqual([0, null])
  expect(told.out.replaceAll(url, 'http://127.0.0.1:8080')).toMatchInlineSnapshot(`
    "ok mistral on http://127.0.0.1:8080

      /v1/chat/completions

    Any key is taken. A request asks for more by a header, x-mortise-scenario:
      call, parallel, interleaved, thinking, old-account, slow, cut-off, out-of-room, error-midway, error, bye
    Ctrl-C ends it.

    "
  `)
  expect(told.err).toBe('ok 200 mistral  POST /v1/chat/completions\n\n1 request answered, 0 refused\n')
})

test('for programs, each line is JSON', async () => {
  const { url, told, end } = await running(['--json', '-q'])
  await ask(`${url}/v1/responses`, { input: [{ type: 'function_call_output', call_id: 'a', output: 'b' }] })
  expect(await end('SIGINT')).toEqual([0, null])
  const target = { kind: 'sandbox' }
  const head = { schema: 'mortise/1', command: 'sandbox', target, url, port: Number(url.split(':')[2]) }
  const seen = { method: 'POST', path: '/v1/responses', api: 'openai-responses', status: 400 }
  const lines = told.out.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    head,
    { ...seen, rule: 'result-without-call', bytes: 70 },
  ])
  expect(told.err).toBe('')
})

test('an address on which somebody listens is refused', async () => {
  const { url, end } = await running([])
  const port = url.split(':')[2]!
  expect(mortise(['sandbox', '--port', port])).toEqual({
    stdout: '',
    stderr: `mortise: \`127.0.0.1:${port}\` is taken by another program.\nhint: npx mortise sandbox --port 0\n`,
    exit: 2,
  })
  await end('SIGINT')
})

test.each([
  [
    ['--port', 'x'],
    '`x` is no port: it takes a number up to 65535.\nhint: npx mortise sandbox --port 8080',
    2,
  ],
  [
    ['--port', '70000'],
    '`70000` is no port: it takes a number up to 65535.\nhint: npx mortise sandbox --port 8080',
    2,
  ],
  [
    ['--host', 'a b'],
    '`a b` is neither an address nor the name of a host.\nhint: npx mortise sandbox --host 127.0.0.1',
    2,
  ],
  [
    ['--host', 'localhost:80'],
    '`localhost:80` is neither an address nor the name of a host.\nhint: npx mortise sandbox --host 127.0.0.1',
    2,
  ],
  [
    ['--host', '127.0.0.1\u202e'],
    '`127.0.0.1\\u202e` is neither an address nor the name of a host.\nhint: npx mortise sandbox --host 127.0.0.1',
    2,
  ],
  [
    ['--host', 'x'.repeat(3000)],
    `\`${'x'.repeat(3000)}\` is neither an address nor the name of a host.\nhint: npx mortise sandbox --host 127.0.0.1`,
    2,
  ],
  [
    ['--host', '[::1'],
    '`[::1` is neither an address nor the name of a host.\nhint: npx mortise sandbox --host 127.0.0.1',
    2,
  ],
  [
    ['--host', 'a/b'],
    '`a/b` is neither an address nor the name of a host.\nhint: npx mortise sandbox --host 127.0.0.1',
    2,
  ],
  [['here'], '`sandbox` takes flags only; `here` is none.\nhint: npx mortise sandbox --help', 2],
  [['--api', 'antropic'], 'Unknown API `antropic`. Did you mean `anthropic`?\nhint: npx mortise apis', 2],
  [
    ['--api', 'ai-sdk'],
    '`ai-sdk` (Vercel AI SDK) is not a server: there is nothing to send a request to.\nhint: npx mortise sandbox --help',
    2,
  ],
  [
    ['--host', '203.0.113.1'],
    '`203.0.113.1:0` is no address of this machine.\nhint: npx mortise sandbox --port 0',
    2,
  ],
  [
    ['--scenario', 'scenario.json'],
    'There is no file `scenario.json`.\nhint: npx mortise sandbox --scenario scenarios.json',
    4,
  ],
  [
    ['--scenario', 'broken.json'],
    '`broken.json` is not valid JSON at 1:12: the text ends too early.\nhint: sed -n 1p broken.json | cut -c 1-52',
    4,
  ],
  [['--scenario', 'wrong.json'], '`wrong.json`: default.say is a list.\nhint: npx mortise sandbox --help', 4],
])('%j is refused', (words, sentence, exit) => {
  expect(mortise(['sandbox', ...words], { folder })).toEqual({
    stdout: '',
    stderr: `mortise: ${sentence}\n`,
    exit,
  })
})

test('other programs start it by its door', () => {
  const script = `
    import { startSandbox } from 'mortise/sandbox'
    const sandbox = await startSandbox()
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'x' }] })
    const response = await fetch(sandbox.url + '/v1/messages', { method: 'POST', body })
    console.log(response.status, sandbox.requests.length)
    await sandbox.close()
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
  expect([String(stdout), String(stderr)]).toEqual(['200 1\n', ''])
})
