import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { model, result, task, text, user } from '../stores/task-records.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { resolve } = createRequire(join(root, 'mcp', 'package.json'))
const load = (path: string) => import(pathToFileURL(resolve(`@modelcontextprotocol/sdk/${path}`)).href)

const home = mkdtempSync(join(tmpdir(), 'mortise-mcp-'))
const folder = join(home, '.vscode-server/data/User/globalStorage/saoudrizwan.claude-dev/tasks/1767603600000')
const file = join(folder, 'api_conversation_history.json')
const records = [task('list them'), model('well'), user([result('t0', 'of a lost call'), text('go on')])]

interface Client {
  connect(transport: unknown): Promise<void>
  close(): Promise<void>
  listTools(): Promise<{ tools: readonly { name: string; annotations: { readOnlyHint: boolean } }[] }>
  callTool(call: object): Promise<{ content: readonly { text: string }[]; isError?: boolean }>
}

let client: Client

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(records))
  utimesSync(file, 1_767_603_600, 1_767_603_600)
  const { Client: Made } = await load('client/index.js')
  const { StdioClientTransport } = await load('client/stdio.js')
  client = new Made({ name: 'test', version: '1' })
  const args = [join(root, 'mcp/bin/mortise-mcp.js')]
  const env = { PATH: process.env.PATH, HOME: home }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
})

afterAll(async () => {
  await client.close()
  rmSync(home, { recursive: true, force: true })
})

/** As much of an answer as is looked at here. */
interface Answer {
  readonly sessions: readonly {
    readonly found: readonly { readonly rule: string; readonly says: string }[]
  }[]
  readonly changes: readonly unknown[]
  readonly digest: string
  readonly operation: string
}

/** Calls a tool; gives its answer, and whether it is an error. */
async function call(name: string, words: object = {}): Promise<[answer: Answer, isError: boolean]> {
  const { content, isError = false } = await client.callTool({ name, arguments: words })
  const said = content[0]?.text ?? ''
  return [said.startsWith('{') ? JSON.parse(said) : said, isError]
}

test('only apply and undo say that they write', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['doctor', 'show', 'explain', 'plan', 'apply', 'undo'])
  expect(tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toEqual([
    'apply',
    'undo',
  ])
})

test('a broken session is found, explained, planned, mended and taken back', async () => {
  const before = readFileSync(file, 'utf8')
  const [{ sessions }] = await call('doctor')
  expect(sessions).toMatchObject([{ agent: 'cline', id: '1767603600000', health: 'broken' }])
  const says = sessions[0]?.found.find(({ rule }) => rule === 'result-without-call')?.says
  const [explained] = await call('explain', { text: says })
  expect(JSON.stringify(explained)).toContain('result-without-call')
  expect((await call('show', { session: '1767603600000' }))[0]).toMatchObject({ id: '1767603600000' })

  const [plan, isPlanError] = await call('plan', { session: '1767603600000' })
  expect([isPlanError, plan.changes.length, readFileSync(file, 'utf8') === before]).toEqual([false, 1, true])
  const [applied, isApplyError] = await call('apply', { digest: plan.digest })
  expect([isApplyError, typeof applied.operation]).toEqual([false, 'string'])
  expect(readFileSync(file, 'utf8')).not.toBe(before)
  expect((await call('doctor'))[0].sessions).toEqual([])
  expect((await call('undo', { operation: applied.operation }))[1]).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('nothing is written without a plan that was shown and still holds', async () => {
  const before = readFileSync(file, 'utf8')
  expect(await call('apply', { digest: '0123456789abcdef' })).toEqual([
    'No plan with this digest was shown. Call `plan` first.',
    true,
  ])
  expect((await call('undo', { operation: 'none' }))[1]).toBe(true)
  const [{ digest }] = await call('plan', { session: file })
  writeFileSync(file, before.replace('go on', 'go off'))
  utimesSync(file, 1_767_603_600, 1_767_603_600)
  const changed = readFileSync(file, 'utf8')
  const [sentence, isError] = await call('apply', { digest })
  expect([sentence, isError]).toEqual([
    expect.stringContaining('This is not the plan of the session as it stands now'),
    true,
  ])
  expect(readFileSync(file, 'utf8')).toBe(changed)
})

test.each(['--yes', '--home=/', '-h', '../../etc/passwd', 'a\0b', '$(touch x)'])(
  'the session %j is a name and nothing else',
  async (session) => {
    const [, isError] = await call('plan', { session })
    expect(isError).toBe(true)
  },
)
