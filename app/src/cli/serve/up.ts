import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../config/index.ts'
import { type RunningGateway, silentLog, startGateway } from '../../gateway/index.ts'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'
import { brokenConversation } from '../learn/demo-conversation.ts'
import { writeSampleSession } from '../learn/sample-session.ts'
import type { Invocation, Screen } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { interruption } from '../program/interruption.ts'
import { refuseWords } from '../screen/catalogue.ts'
import { silent, terminals } from '../screen/screen.ts'
import { pasted } from '../screen/wrap.ts'
import { doctor } from '../sessions/doctor.ts'
import { pageSource } from './page-source.ts'
import { isTaken } from './taken-port.ts'
import { servePage } from './ui.ts'

/** The port of the sandbox; the gateway has the one after it. */
const firstPort = 4140

/** Starts the gateway and local mock providers, and shows what it does. */
export async function up(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'up')
  const { out } = invocation
  const sandbox = await onFreePort(firstPort, (port) => startSandbox({ port, keepsRequests: false }))
  const running = await onFreePort(firstPort + 1, (port) => startFor(sandbox, port, out))
  const home = mkdtempSync(join(tmpdir(), 'mortise-up-'))
  try {
    await show(invocation, sandbox, running, home)
    if (!terminals().out) return exits.sound
    const source = pageSource(running, undefined)
    const page = await onFreePort(firstPort + 2, (port) => servePage({ port, home, gateway: source }))
    const ended = interruption()
    out.tell('', `${running.url} stays up until Ctrl-C. The page of both: ${page.url}`)
    await ended
    source.close()
    await page.close()
    return exits.sound
  } finally {
    rmSync(home, { recursive: true, force: true })
    await running.close()
    await sandbox.close()
  }
}

/** Starts something on a port, or on the next one that is free. */
async function onFreePort<Value>(first: number, start: (port: number) => Promise<Value>): Promise<Value> {
  for (let port = first; port < first + 100; port++) {
    try {
      return await start(port)
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return start(0)
}

/** The APIs that are tried, and what their SDKs put after the address of a server. */
const apis: readonly (readonly [api: string, base: string])[] = [
  ['anthropic', ''],
  ['openai', '/v1'],
  ['openai-responses', '/v1'],
  ['gemini', ''],
  ['bedrock', ''],
]

/** The config of the gateway in front of the sandbox, as one would write it. */
function configFor({ url }: Sandbox, port: number): string {
  const upstreams = apis.map(([api, base]) => `  ${api}: { url: "${url}${base}", api: ${api} }`)
  return [`listen: 127.0.0.1:${port}`, 'admin: false', 'upstreams:', ...upstreams, ''].join('\n')
}

async function startFor(sandbox: Sandbox, port: number, out: Screen): Promise<RunningGateway> {
  const text = configFor(sandbox, port)
  const running = await startGateway(parseConfig(text, 'mortise.yaml'), { log: silentLog(), environment: {} })
  out.tell(
    `${out.style.paint('green', out.style.good)} sandbox on ${sandbox.url}`,
    `${out.style.paint('green', out.style.good)} gateway on ${running.url}, with this config:`,
    '',
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `   ${line}`),
  )
  return running
}

async function show(
  invocation: Invocation,
  sandbox: Sandbox,
  running: RunningGateway,
  home: string,
): Promise<void> {
  const { out } = invocation
  const title = (text: string): void => out.tell('', out.style.paint('bold', text), '')
  title('1. A conversation with a lost result, sent to the API directly')
  await send(sandbox.url, out)
  title('2. The same request, sent through the gateway')
  await send(running.url, out)
  title('3. The same conversation as a session on disk:  mortise doctor')
  await examine(invocation, home)
}

/** Sends the broken request, and shows the status and what is said about it. */
async function send(url: string, out: Screen): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'any' }
  const body = JSON.stringify(brokenConversation)
  const response = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
  const answer: unknown = await response.json()
  const repairs = response.headers.get('x-mortise-repairs')
  const sign = response.ok ? out.style.paint('green', out.style.good) : out.style.paint('red', out.style.bad)
  out.tell(
    `   POST ${url}/v1/messages`,
    `   ${sign} ${response.status}  ${wordsOf(answer)}`,
    ...(repairs === null ? [] : [`     x-mortise-repairs: ${repairs}`]),
  )
}

function wordsOf(answer: unknown): string {
  const text = JSON.stringify(answer)
  const said = /"(?:message|text)":("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  return said === undefined ? text : String(JSON.parse(said))
}

function indented(line: string): string {
  return line === '' ? '' : `   ${line}`
}

/** Runs `doctor` over a home with one broken session, which is there until the gateway ends. */
async function examine({ flags, out, program }: Invocation, home: string): Promise<void> {
  writeSampleSession(home)
  const isKept = terminals().out
  const pages = (line: string): boolean => isKept || !line.startsWith(pasted('  fix: ', ''))
  const page: Screen = { ...out, tell: (...lines) => out.tell(lines.flat().filter(pages).map(indented)) }
  await doctor({ flags: { ...flags, home }, words: [], program, out: page, story: silent(out) })
  out.tell('', `   That home is a temporary folder; it is removed ${isKept ? 'at the end' : 'now'}.`)
}
