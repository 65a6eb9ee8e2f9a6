import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as core from '@mortise/core'
import * as gateway from 'mortise/gateway'
import * as ledger from 'mortise/ledger'
import * as sandbox from 'mortise/sandbox'
import * as sessions from 'mortise/sessions'
import { afterAll, describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { user } from '../stores/claude-records.ts'
import { anyArguments, drawFrom, thrownBy } from './any-arguments.ts'

/** Options as a program without types gives them. */
const wrong = (value: unknown): never => value as never

const folder = mkdtempSync(join(tmpdir(), 'mortise-options-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const session = join(folder, 'session.jsonl')
writeFileSync(session, `${JSON.stringify(user('u1', null, 'Hello.'))}\n`)
const log = join(folder, 'ledger.jsonl')

const open = (options: unknown, path: unknown = session): unknown =>
  sessions.openSession(wrong(path), wrong(options))
const sink = (options: unknown, path: unknown = log): unknown => ledger.fileSink(wrong(path), wrong(options))
const start = (options: unknown): unknown => sandbox.startSandbox(wrong(options))

type Row = [door: string, call: () => unknown, sentence: string, code?: string]

const rows: readonly Row[] = [
  ['openSession', () => open(null), 'The options of `openSession` are an object.'],
  ['openSession', () => open('pi'), 'The options of `openSession` are an object.'],
  ['openSession', () => open({ agnet: 'pi' }), '`openSession` has no option `agnet`. Did you mean `agent`?'],
  ['openSession', () => open({ format: 'pi' }), '`openSession` has no option `format`.'],
  [
    'openSession',
    () => open({ agent: 'claude-cod' }),
    'There is no agent `claude-cod` here. Did you mean `claude-code`?',
    'unknown-agent',
  ],
  ['openSession', () => open({ agent: 5 }), 'There is no agent `5` here.', 'unknown-agent'],
  [
    'openSession',
    () => open({ tail: 'opn' }),
    '`tail` is `closed`, `rest` or `open`, not `opn`. Did you mean `open`?',
  ],
  [
    'openSession',
    () => open({ policy: 'kep' }),
    'There is no policy `kep` here. Did you mean `keep`?',
    'unknown-policy',
  ],
  [
    'openSession',
    () => open({ api: 'antropic' }),
    'There is no API `antropic` here. Did you mean `anthropic`?',
    'unknown-api',
  ],
  ['openSession', () => open({ api: 5 }), 'There is no API `5` here.', 'unknown-api'],
  ['openSession', () => open({ api: {} }), 'A rulebook has a `name`, a `format`, a `layout` and `rows`.'],
  ['openSession', () => open({}, 5), '`openSession` takes the path of a session, a text.'],
  ['openSession', () => open({}, ''), '`openSession` takes the path of a session, a text.'],
  ['openSession', () => open({}, 'a\0b'), '`openSession` takes the path of a session, a text.'],
  [
    'sessionMarkdown',
    () => sessions.sessionMarkdown(wrong(null)),
    '`sessionMarkdown` takes a session, as `openSession` gives it.',
  ],
  [
    'sessionMarkdown',
    () => sessions.sessionMarkdown(wrong({ agent: 'pi' })),
    '`sessionMarkdown` takes a session, as `openSession` gives it.',
  ],
  ['fileSink', () => sink(null), 'The options of `fileSink` are an object.'],
  ['fileSink', () => sink({ file: {} }), '`fileSink` has no option `file`. Did you mean `files`?'],
  ['fileSink', () => sink({ now: 5 }), '`now` is a function.'],
  ['fileSink', () => sink({ files: 5 }), '`files` has to be an object of functions.'],
  ['fileSink', () => sink({}, 5), '`fileSink` takes the path of a file, a text.'],
  ['fileSink', () => sink({}, null), '`fileSink` takes the path of a file, a text.'],
  ['startSandbox', () => start(null), 'The options of `startSandbox` are an object.'],
  ['startSandbox', () => start({ prot: 5 }), '`startSandbox` has no option `prot`. Did you mean `port`?'],
  ['startSandbox', () => start({ port: '5' }), '`port` has to be a whole number from 0 to 65535.'],
  ['startSandbox', () => start({ port: 65_536 }), '`port` has to be a whole number from 0 to 65535.'],
  ['startSandbox', () => start({ host: 5 }), '`host` has to be the name or the address of a machine.'],
  ['startSandbox', () => start({ onRequest: 5 }), '`onRequest` is a function.'],
  ['startSandbox', () => start({ keepsRequests: 'no' }), '`keepsRequests` has to be true or false.'],
  [
    'startSandbox',
    () => start({ api: 'mistrl' }),
    'There is no API `mistrl` that can be served here. Did you mean `mistral`?',
    'unknown-api',
  ],
  [
    'startSandbox',
    () => start({ api: {} }),
    'There is no API `an object` that can be served here.',
    'unknown-api',
  ],
  ['startSandbox', () => start({ scenarios: 5 }), 'Scenarios are an object: name → steps.', 'bad-scenario'],
]

describe('wrong options are refused in one sentence', () => {
  test.each(rows)('%s: %#', async (_, call, message, code = 'bad-option') => {
    expect(await refusalOf(call)).toMatchObject({ code, message })
  })

  test('a hint names all options', async () => {
    const refusal = await refusalOf(() => open({ agnet: 'pi' }))
    expect(refusal).toMatchObject({ hint: 'Known options: agent, api, policy, tail' })
  })

  test('an option without a value is left out, whatever its name', () => {
    const view = sessions.openSession(session, wrong({ agent: undefined, other: undefined }))
    expect(view.agent).toBe('claude-code')
  })
})

describe('whatever a function is given, it throws nothing but a MortiseError', () => {
  type AnyFunction = (...given: readonly unknown[]) => unknown
  const doors: readonly [string, AnyFunction][] = [
    ['openSession', sessions.openSession as AnyFunction],
    ['openSession of a session', (...given) => open(given[0])],
    ['sessionMarkdown', sessions.sessionMarkdown as AnyFunction],
    ['readScenarios', sandbox.readScenarios as AnyFunction],
    ['servedPaths', sandbox.servedPaths as AnyFunction],
    ['createGateway', gateway.createGateway as AnyFunction],
    // A text would be the path of a new file here.
    ['fileSink', closing((...given) => sink(given[0]))],
    ['startSandbox', closing((...given) => start(given[0]))],
  ]

  test.each(doors)('%s', async (name, door) => {
    const draw = drawFrom(name)
    const others: unknown[] = []
    for (let run = 0; run < amount(100); run++) {
      const given = anyArguments(draw, [...optionNames, ...otherNames])
      const error = await thrownBy(() => door(...given))
      if (error !== undefined && !(error instanceof core.MortiseError)) others.push([given, error])
    }
    expect(others).toEqual([])
  })
})

const optionNames = ['agent', 'api', 'policy', 'tail', 'files', 'processes', 'now']
const otherNames = ['port', 'scenarios', 'onRequest', 'keepsRequests', 'constructor']

/** A function whose result is closed at once. */
function closing(door: (...given: readonly unknown[]) => unknown): typeof door {
  return async (...given) => {
    const opened = await door(...given)
    await (opened as { close(): Promise<void> }).close()
  }
}

async function refusalOf(call: () => unknown): Promise<unknown> {
  const error = await thrownBy(call)
  return error instanceof core.MortiseError
    ? { code: error.code, message: error.message, hint: error.hint }
    : error
}
