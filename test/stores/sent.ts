import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { complaints } from '../oracle/index.ts'
import * as claude from './claude-records.ts'
import { fileOf } from './conforms.ts'
import { sentByClaudeCode } from './loaders/claude-code.ts'
import { sentByNeovate } from './loaders/neovate.ts'
import { sentByPi } from './loaders/pi.ts'
import * as neo from './neovate-records.ts'
import * as records from './pi-records.ts'

type Json = Readonly<Record<string, unknown>>

/** One record: what it is, what it hangs on, and the calls that it makes or answers. */
interface Step {
  readonly kind: 'user' | 'words' | 'calls' | 'result' | 'failed' | 'compact' | 'note' | 'piece'
  /** How many records before the last one it hangs on. */
  readonly back: number
  readonly count: number
  /** Which of the calls so far, from the last one. */
  readonly which: number
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...([
        'user',
        'user',
        'words',
        'calls',
        'calls',
        'calls',
        'piece',
        'piece',
        'result',
        'result',
      ] as const),
      ...(['result', 'result', 'result', 'failed', 'failed', 'compact', 'note'] as const),
    ),
    back: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 2),
    count: fc.integer({ min: 1, max: 3 }),
    which: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 99),
  }),
  { minLength: 1, maxLength: 16 },
)

/** How one agent writes the steps down. */
interface Writer {
  readonly start: readonly Json[]
  /** One record; `id` names it, `parent` is the one that it hangs on. */
  write(step: Step, at: Seat): Json | undefined
}

interface Seat {
  readonly id: string
  readonly parent: string
  /** The ids of new calls. */
  readonly calls: readonly string[]
  /** The call that a result answers, and what it says. */
  readonly answered: string
  readonly words: string
  /** All records so far. */
  readonly before: readonly string[]
  /** The answer that pieces belong to. */
  readonly answer: string
}

function written({ start, write }: Writer, all: readonly Step[]): Json[] {
  const lines = [...start]
  const before = ['e0']
  const calls: string[] = []
  let answers = 0
  for (const step of all) {
    const id = `e${before.length}`
    if (step.kind !== 'piece') answers++
    const made = Array.from({ length: step.count }, (_, index) => `c${before.length}x${index}`)
    const record = write(step, {
      id,
      parent: before.at(-1 - step.back) ?? 'e0',
      calls: made,
      answered: calls.at(-1 - step.which) ?? 'nobody',
      words: `output of ${id}`,
      before,
      answer: `m${answers}`,
    })
    if (record === undefined) continue
    const line = JSON.stringify(record)
    calls.push(...made.filter((call) => line.includes(`"${call}"`)))
    lines.push(record)
    before.push(id)
  }
  return lines
}

const piWriter: Writer = {
  start: [records.header(), records.user('e0', null, 'list the files')],
  write({ kind }, { id, parent, calls, answered, words, before }) {
    const asked = calls.map((call) => records.call(call))
    switch (kind) {
      case 'user':
        return records.user(id, parent, `say ${id}`)
      case 'words':
        return records.answer(id, parent, [records.text(`said ${id}`)])
      case 'calls':
      case 'piece':
        return records.answer(id, parent, [records.text(`said ${id}`), ...asked])
      case 'failed':
        return records.answer(id, parent, asked, { stopReason: calls.length > 1 ? 'error' : 'aborted' })
      case 'result':
        return records.result(id, parent, answered, words)
      case 'compact':
        return records.compaction(id, parent, before.at(-3) ?? 'e0')
      default:
        return records.linked(id, parent, 'custom', { customType: 'note', data: {} })
    }
  },
}

const claudeWriter: Writer = {
  start: [claude.user('e0', null, 'list the files')],
  write({ kind }, { id, parent, calls, answered, words, answer }) {
    switch (kind) {
      case 'user':
        return claude.user(id, parent, `say ${id}`)
      case 'words':
        return claude.piece(id, parent, answer, claude.text(`said ${id}`))
      case 'calls':
      case 'piece':
        return claude.piece(id, parent, answer, claude.call(calls[0] as string))
      case 'result':
        return claude.result(id, parent, answered, words)
      case 'compact':
        return undefined
      default:
        return claude.attachment(id, parent)
    }
  },
}

/** Some gateways call every answer the same. */
const gatewayWriter: Writer = {
  ...claudeWriter,
  write: (step, seat) => claudeWriter.write(step, { ...seat, answer: 'msg_1' }),
}

const neovateWriter: Writer = {
  start: [neo.config(), neo.user('e0', null, 'list the files')],
  write({ kind }, { id, parent, calls, answered, words }) {
    switch (kind) {
      case 'user':
        return neo.user(id, parent, `say ${id}`)
      case 'words':
        return neo.model(id, parent, [neo.text(`said ${id}`)])
      case 'calls':
      case 'piece':
        return neo.model(id, parent, [neo.text(`said ${id}`), ...calls.map((call) => neo.call(call))])
      case 'result':
        return neo.tool(id, parent, [neo.result(answered, words)])
      default:
        return undefined
    }
  },
}

interface Agent {
  readonly store: Store
  readonly writer: Writer
  readonly apis: readonly string[]
  /** Whether nothing branches. */
  readonly isStraight?: boolean
  sent(bytes: Uint8Array, api: string): Json
  /** How a program sends it that heals nothing, and to which APIs; as the agent does if left out. */
  readonly bare?: { readonly apis: readonly string[]; sent(bytes: Uint8Array, api: string): Json }
}

const barePi: Agent['bare'] = {
  apis: ['anthropic', 'openai', 'deepseek'],
  sent: (bytes, api) => sentByPi(bytes, api, { answers: false }),
}

const agents: readonly Agent[] = [
  {
    store: claudeCode,
    writer: claudeWriter,
    apis: ['anthropic'],
    sent: (bytes) => ({ messages: sentByClaudeCode(bytes) }),
  },
  {
    store: claudeCode,
    writer: gatewayWriter,
    isStraight: true,
    apis: ['anthropic'],
    sent: (bytes) => ({ messages: sentByClaudeCode(bytes) }),
  },
  {
    store: pi,
    writer: piWriter,
    apis: ['anthropic', 'openai', 'deepseek'],
    sent: (bytes, api) => sentByPi(bytes, api, { answers: true }),
    bare: barePi,
  },
  {
    store: openclaw,
    writer: piWriter,
    apis: ['openai', 'deepseek'],
    sent: (bytes, api) => sentByPi(bytes, api, { answers: false }),
    bare: barePi,
  },
  { store: neovate, writer: neovateWriter, apis: ['anthropic', 'openai', 'deepseek'], sent: sentByNeovate },
]

const path = '/p/1a2b3c4d.jsonl'

/** What is sent of a session that was mended for an API is accepted, and each result is still its own call's. */
export function agentsAreUnderstood(numRuns: number): void {
  test.each(agents.map((agent) => [agent.store.name, agent] as const))(
    '%s: what is sent from a mended session is accepted',
    (_, { store, writer, isStraight, bare, ...agent }) => {
      const { apis, sent } = bare ?? agent
      const policies = fc.constantFrom('keep' as const, 'drop' as const, 'drop-turn' as const)
      fc.assert(
        fc.property(steps, fc.constantFrom(...apis), policies, (any, api, policy) => {
          const all = isStraight ? any.map((step) => ({ ...step, back: 0 })) : any
          const bytes = fileOf(written(writer, all))
          const mended = mendSession(openRecords(store, path, bytes), { api, policy })
          expect(mended.isSound).toBe(true)
          const request = sent(mended.bytes, api)
          expect(complaints(request, { api, tail: 'rest' })).toEqual([])
          const [before, after] = [resultsIn(sent(bytes, api)), resultsIn(request)]
          // The words of a result are never another call's, unless its id is no call's at all.
          for (const [words, id] of after) expect([words, id, 'nobody']).toContain(before.get(words) ?? id)
          if (policy === 'keep')
            for (const words of before.keys()) expect(JSON.stringify(request)).toContain(words)
        }),
        { numRuns },
      )
    },
  )
}

/** Where an API's sentence says that something is wrong, what it is about is there in what the agent sends. */
export function apisAreQuoted(numRuns: number): void {
  test.each(agents.map((agent) => [agent.store.name, agent] as const))(
    '%s: the API is quoted with the places that it sees',
    (_, { store, writer, apis, isStraight, sent }) => {
      let quoted = 0
      fc.assert(
        fc.property(steps, fc.constantFrom(...apis), (any, api) => {
          const all = isStraight ? any.map((step) => ({ ...step, back: 0 })) : any
          const bytes = fileOf(written(writer, all))
          const { messages } = sent(bytes, api) as { readonly messages: readonly unknown[] }
          // Where instructions are a message, they stand before all others.
          const lead = api === 'anthropic' ? 0 : 1
          const { found } = checkRecords(store, path, bytes, { api, sender: 'agent' })
          // Neovate does not see what hangs beside its way, and counts without it.
          if (found.some(({ rule }) => rule === 'result-off-path')) return
          const guessed = found.flatMap(({ calls, confidence }) => (confidence === 'low' ? calls : []))
          for (const { says = '', calls } of found) {
            const place = /messages?[.[](\d+)/.exec(says)?.[1]
            // A guess names the call that it may be the result of.
            if (place === undefined || calls[0] === undefined || guessed.includes(calls[0])) continue
            quoted++
            expect([says, JSON.stringify(messages[Number(place) - lead])]).toEqual([
              says,
              expect.stringContaining(`"${calls[0]}"`),
            ])
          }
        }),
        { numRuns },
      )
      expect(quoted).toBeGreaterThan(0)
    },
  )
}

/** The results in a request: their words, with the id of their call. */
function resultsIn({ messages }: Json): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  const enter = (words: unknown, id: unknown): void => {
    if (typeof words === 'string' && words.startsWith('output of')) found.set(words, id)
  }
  for (const { content, tool_call_id } of messages as readonly Json[]) {
    if (tool_call_id !== undefined) enter(content, tool_call_id)
    if (!Array.isArray(content)) continue
    for (const block of content as readonly Json[])
      if (block.type === 'tool_result') enter(block.content, block.tool_use_id)
  }
  return found
}
