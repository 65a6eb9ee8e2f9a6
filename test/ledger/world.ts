import { type Ledger, type LedgerOptions, memorySink, openLedger } from '@mortise/core'
import { formatOf, says, textOf, type Wish } from './judge.ts'
import { type CallPlan, isHanging, type Story, type TurnPlan } from './story.ts'

/** A call as it should be told: by its path, and by words that only its result has. */
export interface Told {
  readonly path: string
  readonly name: string
  readonly id: string | undefined
  /** Whether no other call has its id. */
  readonly isOwn: boolean
  said: string
  isFinished: boolean
}

export interface ToldTurn {
  readonly words: string
  readonly calls: Told[]
}

/** A result that is late: brought by its tool, or by id to a ledger that was opened again. */
export interface Late {
  readonly call: Told
  bring(said: string): unknown
}

/** A ledger, and what should be in it. */
export interface World {
  readonly api: string
  readonly options: LedgerOptions
  readonly isChat: boolean
  readonly policy: Story['policy']
  ledger: Ledger
  sink: ReturnType<typeof memorySink>
  readonly turns: ToldTurn[]
  readonly said: string[]
  /** Brings about the results that are late. */
  late: Late[]
  /** What was shown, and what it was then. */
  readonly shown: Map<readonly unknown[], readonly unknown[]>
  count: number
}

/** What a request says besides its messages, where that changes what an API takes. */
const requests: Readonly<Record<string, NonNullable<LedgerOptions['request']>>> = {
  'anthropic-messages': {
    model: 'claude-sonnet-4-5',
    max_tokens: 4096,
    thinking: { type: 'enabled', budget_tokens: 1024 },
  },
  'openai-responses': { model: 'gpt-5', store: true },
  'gemini-contents': { model: 'gemini-3-pro-preview' },
}

/** A ledger that nobody has said anything to. */
export function newWorld({ api, policy, isChat, isWhole }: Story): World {
  const sink = memorySink()
  const request = isWhole ? requests[formatOf(api)] : undefined
  const options = { api, policy, ...(request && { request }) }
  const world = { turns: [], said: [], late: [], shown: new Map(), count: 0 }
  const ledger = openLedger({ ...options, sink })
  return { ...world, api, options, isChat: isChat && api === 'ai-sdk', policy, ledger, sink }
}

/** A word that is said once. */
export function mark(world: World, letter: string): string {
  return `<${letter}${world.count++}>`
}

/** The user says something. */
export function speak(world: World): void {
  const words = mark(world, 'U')
  world.said.push(words)
  void world.ledger.user(world.isChat ? asUser(world, words) : words)
}

/** Somebody notes something, and stops nothing. */
export function note(world: World): void {
  const words = mark(world, 'N')
  world.said.push(words)
  void world.ledger.append(asUser(world, words))
}

/** A message of the user's, as the API writes it. */
function asUser(world: World, words: string): unknown {
  const parts = [{ type: 'text', text: words }]
  if (world.isChat) return { id: `u${world.count++}`, role: 'user', parts }
  const ledger = openLedger({ api: world.api })
  void ledger.user(words)
  return ledger.messages()[0]
}

/** What should be told of a turn, message by message. */
export function toldOf(world: World, { calls, split, by, concurrency, stop }: TurnPlan): ToldTurn[] {
  const isQueue = by === 'run' && concurrency === 1 && stop !== 'timeout'
  const hanging = calls.findIndex(isHanging)
  const tell = ({ id, name, fate }: CallPlan, index: number): Told => {
    const path = `/${world.count++}`
    const own = `own${String(world.count++).padStart(6, '0')}`
    // Where tools run one by one, those behind one that hangs never do.
    const isBehind = isQueue && hanging >= 0 && index > hanging
    const isFinished = !isHanging({ fate }) && !isBehind
    const said = isFinished ? `<R${path}>` : 'stand-in'
    return { path, name, id: id === 'own' ? own : shared[id], isOwn: id === 'own', said, isFinished }
  }
  const told = calls.map(tell)
  // Where a call is an item of its own, a turn is all that is said in a row.
  const cut = formatOf(world.api) === 'openai-responses' ? calls.length : split
  const pieces = cut < calls.length ? [told.slice(0, cut), told.slice(cut)] : [told]
  return pieces.map((piece) => ({ words: mark(world, 'M'), calls: piece }))
}

const shared: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  empty: '',
  odd: 'dup dup!',
  same: 'call00001',
  other: 'call00002',
}

/** What the model says in one message of its turn. */
export function messagesOf(world: World, plan: TurnPlan, { words, calls }: ToldTurn): unknown[] {
  const wishes = calls.map(({ id, name, path }): Wish => ({ id, name, arguments: { path } }))
  const messages: unknown[] = JSON.parse(JSON.stringify(sayIn(world, wishes, words)))
  if (!plan.isReasoned) return messages
  const number = world.count++
  if (formatOf(world.api) === 'anthropic-messages') return messages.map(withThought)
  if (formatOf(world.api) !== 'openai-responses') return messages
  const [first, ...rest] = messages.map((item, at) =>
    Object.assign({}, item, { id: nameOf(item, number, at) }),
  )
  return [first, { type: 'reasoning', id: `rs_${number}`, summary: [] }, ...rest]
}

/** What the model says, in a chat or to an API. */
export function sayIn(world: World, wishes: readonly Wish[], words: string): object[] {
  if (!world.isChat) return says(world.api, wishes, words)
  const calls = wishes.map(({ id, name, arguments: input }) => ({
    type: `tool-${name}`,
    toolCallId: id,
    state: 'input-available',
    input,
  }))
  return [{ id: `m${world.count++}`, role: 'assistant', parts: [{ type: 'text', text: words }, ...calls] }]
}

/** A message that begins with a thought. */
function withThought(message: unknown): unknown {
  const { content, ...rest } = message as { readonly content: readonly unknown[] }
  return { ...rest, content: [{ type: 'thinking', thinking: 'So.', signature: 'c2lnbmVk' }, ...content] }
}

/** A name of the kind that the provider gives. */
function nameOf(item: unknown, number: number, at: number): string {
  const isCall = textOf([item]).includes('"function_call"')
  return `${isCall ? 'fc' : 'msg'}_${number}_${at}`
}
