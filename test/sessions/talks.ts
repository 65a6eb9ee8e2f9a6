import fc from 'fast-check'
import * as claude from '../stores/claude-records.ts'
import * as codex from '../stores/codex-records.ts'
import * as copilot from '../stores/copilot-records.ts'
import * as gemini from '../stores/gemini-records.ts'
import * as kimi from '../stores/kimi-records.ts'
import * as neovate from '../stores/neovate-records.ts'
import * as pi from '../stores/pi-records.ts'
import * as qwen from '../stores/qwen-records.ts'
import * as tasks from '../stores/task-records.ts'

/** One exchange with a model: how many calls, which of them get no result, and how the rest is written down. */
export interface Exchange {
  readonly calls: number
  /** The call that has no result; none if it is larger than all. */
  readonly open: number
  readonly isReversed: boolean
  readonly hasBlank: boolean
}

export const talk: fc.Arbitrary<readonly Exchange[]> = fc.array(
  fc.record({
    calls: fc.integer({ min: 0, max: 3 }),
    open: fc.integer({ min: 0, max: 9 }),
    isReversed: fc.boolean(),
    hasBlank: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)

/** How one agent writes a talk down, and where. */
export interface Scribe {
  readonly agent: string
  readonly file: string
  records(exchanges: readonly Exchange[]): readonly object[]
}

type Json = Record<string, unknown>

/** Hangs each record on the one before; results too. */
class Chain {
  readonly records: Json[] = []
  private last: string | null = null

  add(id: string, make: (id: string, parent: string | null) => Json): string {
    this.records.push(make(id, this.last))
    this.last = id
    return id
  }
}

/** The results of an exchange in the order in which they are written. */
function answered({ calls, open, isReversed }: Exchange): readonly number[] {
  const all = Array.from({ length: calls }, (_, call) => call).filter((call) => call !== open)
  return isReversed ? all.reverse() : all
}

function claudeRecords(exchanges: readonly Exchange[], model: string): readonly Json[] {
  const chain = new Chain()
  exchanges.forEach((exchange, turn) => {
    const piece = (id: string, block: Json): string =>
      chain.add(id, (uuid, parent) => {
        const record = claude.piece(uuid, parent, `m${turn}`, block)
        return { ...record, message: { ...(record.message as Json), model } }
      })
    chain.add(`u${turn}`, (id, parent) => claude.user(id, parent, `question ${turn}`))
    if (exchange.hasBlank) piece(`b${turn}`, claude.text('\n\n'))
    piece(`h${turn}`, claude.text(`answer ${turn}`))
    for (let call = 0; call < exchange.calls; call++)
      piece(`a${turn}_${call}`, claude.call(`t${turn}_${call}`))
    for (const call of answered(exchange))
      chain.add(`r${turn}_${call}`, (id, parent) => claude.result(id, parent ?? '', `t${turn}_${call}`))
  })
  return chain.records
}

function piRecords(exchanges: readonly Exchange[]): readonly Json[] {
  const chain = new Chain()
  exchanges.forEach((exchange, turn) => {
    const calls = Array.from({ length: exchange.calls }, (_, call) => pi.call(`t${turn}_${call}`))
    chain.add(`u${turn}`, (id, parent) => pi.user(id, parent, `question ${turn}`))
    chain.add(`a${turn}`, (id, parent) => pi.answer(id, parent, [pi.text(`answer ${turn}`), ...calls]))
    for (const call of answered(exchange))
      chain.add(`r${turn}_${call}`, (id, parent) => pi.result(id, parent ?? '', `t${turn}_${call}`))
  })
  return [pi.header(), ...chain.records]
}

function neovateRecords(exchanges: readonly Exchange[]): readonly Json[] {
  const chain = new Chain()
  exchanges.forEach((exchange, turn) => {
    const calls = Array.from({ length: exchange.calls }, (_, call) => neovate.call(`t${turn}_${call}`))
    const results = answered(exchange).map((call) => neovate.result(`t${turn}_${call}`))
    chain.add(`u${turn}`, (id, parent) => neovate.user(id, parent, `question ${turn}`))
    chain.add(`a${turn}`, (id, parent) =>
      neovate.model(id, parent, [neovate.text(`answer ${turn}`), ...calls]),
    )
    if (results.length > 0) chain.add(`r${turn}`, (id, parent) => neovate.tool(id, parent, results))
  })
  return [neovate.config(), ...chain.records]
}

function taskRecords(exchanges: readonly Exchange[]): readonly Json[] {
  return [
    tasks.task('answer all questions'),
    ...exchanges.flatMap((exchange, turn) => {
      const calls = Array.from({ length: exchange.calls }, (_, call) => tasks.call(`t${turn}_${call}`))
      const results = answered(exchange).map((call) => tasks.result(`t${turn}_${call}`))
      return [
        tasks.model([tasks.text(`answer ${turn}`), ...calls]),
        tasks.user([...results, tasks.text(`question ${turn}`)]),
      ]
    }),
  ]
}

/** Cline on the command line gives each message an id. */
function cliRecords(exchanges: readonly Exchange[]): readonly Json[] {
  return taskRecords(exchanges).map((record, index) => ({ id: `msg_${index}`, ...record }))
}

function codexRecords(exchanges: readonly Exchange[]): readonly Json[] {
  return [
    codex.meta(),
    codex.context(),
    ...exchanges.flatMap((exchange, turn) => {
      const calls = Array.from({ length: exchange.calls }, (_, call) => codex.call(`t${turn}_${call}`))
      const results = answered(exchange).map((call) => codex.output(`t${turn}_${call}`))
      const answer = codex.said('assistant', `answer ${turn}`)
      return [...codex.user(`question ${turn}`), answer, ...calls, ...results]
    }),
  ]
}

function copilotRecords(exchanges: readonly Exchange[]): readonly Json[] {
  const events = exchanges.flatMap((exchange, turn) => {
    const calls = Array.from({ length: exchange.calls }, (_, call) => `t${turn}_${call}`)
    const results = answered(exchange).map((call) => copilot.result(`t${turn}_${call}`))
    return [copilot.user(`question ${turn}`), copilot.said(`answer ${turn}`, calls), ...results]
  })
  return copilot.chained([copilot.start({ copilotVersion: '1.0.24' }), ...events])
}

function geminiRecords(exchanges: readonly Exchange[]): readonly Json[] {
  return [
    gemini.metadata(),
    ...exchanges.flatMap((exchange, turn) => {
      const results = new Set(answered(exchange))
      const calls = Array.from({ length: exchange.calls }, (_, call) =>
        results.has(call) ? gemini.done(`t${turn}_${call}`) : gemini.open(`t${turn}_${call}`),
      )
      return [gemini.user(`u${turn}`, `question ${turn}`), gemini.model(`m${turn}`, `answer ${turn}`, calls)]
    }),
  ]
}

function kimiRecords(exchanges: readonly Exchange[]): readonly Json[] {
  return [
    kimi.metadata(),
    ...exchanges.flatMap((exchange, turn) => {
      const calls = Array.from({ length: exchange.calls }, (_, call) => `t${turn}_${call}`)
      const results = answered(exchange).map((call) => `t${turn}_${call}`)
      return [kimi.user(`question ${turn}`), ...kimi.step(`s${turn}`, `answer ${turn}`, calls, results)]
    }),
  ]
}

function qwenRecords(exchanges: readonly Exchange[]): readonly Json[] {
  const chain = new Chain()
  exchanges.forEach((exchange, turn) => {
    const calls = Array.from({ length: exchange.calls }, (_, call) => qwen.call(`t${turn}_${call}`))
    chain.add(`u${turn}`, (id, parent) => qwen.user(id, parent, `question ${turn}`))
    chain.add(`a${turn}`, (id, parent) => qwen.model(id, parent, [{ text: `answer ${turn}` }, ...calls]))
    for (const call of answered(exchange))
      chain.add(`r${turn}_${call}`, (id, parent) => qwen.result(id, parent, `t${turn}_${call}`))
  })
  return chain.records
}

const taskFile = 'tasks/1700000000000/api_conversation_history.json'

/** Every agent, and Claude Code in front of another vendor's model too. */
export const scribes: readonly Scribe[] = [
  {
    agent: 'claude-code',
    file: '7f3a9d10-1111-4222.jsonl',
    records: (exchanges) => claudeRecords(exchanges, 'claude-opus-4-5'),
  },
  {
    agent: 'claude-code',
    file: '8f3a9d10-1111-4222.jsonl',
    records: (exchanges) => claudeRecords(exchanges, 'glm-4.6'),
  },
  { agent: 'neovate', file: '1a2b3c4d.jsonl', records: neovateRecords },
  { agent: 'codex', file: `rollout-2026-05-01T10-00-00-${codex.thread}.jsonl`, records: codexRecords },
  { agent: 'copilot', file: `session-state/${copilot.session}/events.jsonl`, records: copilotRecords },
  { agent: 'gemini', file: `app/chats/${gemini.file}`, records: geminiRecords },
  { agent: 'kimi', file: 'wd_app_0a1b2c3d4e5f/session_1/agents/main/wire.jsonl', records: kimiRecords },
  { agent: 'qwen', file: `${qwen.session}.jsonl`, records: qwenRecords },
  { agent: 'pi', file: '2026-05-01_a562eea8.jsonl', records: piRecords },
  { agent: 'openclaw', file: 'agents/main/sessions/a562eea8.jsonl', records: piRecords },
  { agent: 'cline', file: `saoudrizwan.claude-dev/${taskFile}`, records: taskRecords },
  { agent: 'cline-cli', file: 'sessions/1700_a1b2c/1700_a1b2c.messages.json', records: cliRecords },
  { agent: 'kilo', file: `kilocode.kilo-code/${taskFile}`, records: taskRecords },
  { agent: 'roo', file: `rooveterinaryinc.roo-cline/${taskFile}`, records: taskRecords },
]
