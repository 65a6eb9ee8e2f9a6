import { createHash } from 'node:crypto'
import { type PolicyName, repair, type Tail } from '@mortise/core'
import { expect } from 'vitest'
import { type Fields, fieldsOf, isFields } from '../wire/fields.ts'
import { apiOf } from './task.ts'

// platform.claude.com/docs/build-with-claude/preserved-thinking/prefix-checks, the models that run the check.
const BINDING = /claude-(?:(?:fable|mythos)-5[-.][12]|(?:opus|sonnet|haiku)-5[-.]5)(?!\d)/

/**
 * Asserts that a repair leaves no block of reasoning that a simulated API would refuse, and takes none besides.
 *
 * Each signed block is taken as made where the document has it: its seal is the digest of what stands before it.
 */
export function boundHolds(
  given: unknown,
  { api, policy, tail }: { readonly api: string; readonly policy: PolicyName; readonly tail: Tail },
): void {
  if (!isBinding(given)) return
  const document = sealedCopy(given)
  const { document: mended, report } = repair(document, { api: apiOf(api, document).rulebook, policy, tail })
  reasoningHolds(document, mended, report.plan.edits)
}

/** Whether a document is for a model that binds its reasoning. */
export function isBinding(document: unknown): boolean {
  const { model, modelId } = fieldsOf(document)
  return BINDING.test(String(model ?? modelId))
}

/** Asserts the same of a document that was made of another one, given the edits; its blocks have names of their own. */
export function reasoningHolds(
  given: unknown,
  after: unknown,
  edits: readonly { readonly why: string }[],
): void {
  const made = thoughtsIn(given)
  const kept = thoughtsIn(after)
  expect(mismatches(kept, made), 'no block of reasoning stays after another prefix than its own').toEqual([])
  expect(blamed(edits, kept, made, prefixesIn(after)), 'no valid block goes as bound').toEqual([])
}

/** A block of reasoning, known by a name that its signature tells. */
interface Thought {
  readonly name: string
  /** The digest of all that stands before it, but for reasoning and cache marks. */
  readonly prefix: string
  /** The block of reasoning before it. */
  readonly before: string | undefined
}

/** Blocks whose prefix is another than when they were made, or that follow another block than they did. */
function mismatches(kept: readonly Thought[], made: readonly Thought[]): readonly string[] {
  const known = new Map(made.map((thought) => [thought.name, thought]))
  return kept
    .filter(({ name }) => name.startsWith('seal'))
    .filter(({ name, prefix, before }) => {
      const was = known.get(name)
      // A leading run of blocks may be left out.
      return was === undefined || was.prefix !== prefix || (before !== undefined && before !== was.before)
    })
    .map(({ name }) => name)
}

/** Blocks that went as bound though what stood before them still does, in the same words and after the same block. */
function blamed(
  edits: readonly { readonly why: string }[],
  kept: readonly Thought[],
  made: readonly Thought[],
  prefixes: ReadonlySet<string>,
): readonly string[] {
  const gone = new Set(edits.filter(({ why }) => why === 'reasoning-bound').flatMap((edit) => namesIn(edit)))
  const stays = new Set(kept.map(({ name }) => name))
  const isFirst = (at: number): boolean => !made.slice(0, at).some(({ name }) => stays.has(name))
  return made
    .filter(({ name, prefix, before }, at) => {
      const isLed = before === undefined || stays.has(before) || isFirst(at)
      return gone.has(name) && !stays.has(name) && isLed && prefixes.has(prefix)
    })
    .map(({ name }) => name)
}

/** A copy in which each signed block has a name of its own. */
export function sealedCopy(given: unknown): unknown {
  const document = structuredClone(given)
  let count = 0
  for (const message of messagesOf(document))
    for (const block of blocksOf(message)) {
      const holder = sealOf(block)
      if (holder !== undefined) holder.in[holder.key] = `seal${++count}`
    }
  return document
}

type Holder = { readonly in: Record<string, unknown>; readonly key: string }

/** Where a signed block of reasoning keeps its seal. */
function sealOf(block: unknown): Holder | undefined {
  const { type, signature, reasoningContent, data } = fieldsOf(block)
  if (type === 'reasoning.encrypted') return nonEmpty(data) ? holder(block, 'data') : undefined
  if (type === 'reasoning.text') return nonEmpty(signature) ? holder(block, 'signature') : undefined
  if (type === 'thinking') return nonEmpty(signature) ? holder(block, 'signature') : undefined
  if (type === 'redacted_thinking') return holder(block, 'data')
  if (!isFields(reasoningContent)) return undefined
  if (reasoningContent.redactedContent !== undefined) return holder(reasoningContent, 'redactedContent')
  const { reasoningText } = reasoningContent
  return nonEmpty(fieldsOf(reasoningText).signature) ? holder(reasoningText, 'signature') : undefined
}

function holder(value: unknown, key: string): Holder {
  return { in: value as Record<string, unknown>, key }
}

function nonEmpty(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isThought(block: unknown): boolean {
  const { type, reasoningContent, format } = fieldsOf(block)
  if (format === 'anthropic-claude-v1') return true
  return type === 'thinking' || type === 'redacted_thinking' || isFields(reasoningContent)
}

function thoughtsIn(document: unknown): readonly Thought[] {
  const thoughts: Thought[] = []
  let before: string | undefined
  eachBlock(document, (block, prefix) => {
    if (!isThought(block)) return
    const seal = sealOf(block)
    const name = seal === undefined ? JSON.stringify(block) : String(seal.in[seal.key])
    thoughts.push({ name, prefix: prefix(), before })
    before = name
  })
  return thoughts
}

/** The digests of every beginning of a document. */
function prefixesIn(document: unknown): ReadonlySet<string> {
  const prefixes = new Set<string>()
  eachBlock(document, (_, prefix) => prefixes.add(prefix()))
  return prefixes
}

/** Passes each block, and the end of each message, with the digest of what stands before it. */
function eachBlock(document: unknown, see: (block: unknown, prefix: () => string) => void): void {
  const { system, tools, toolConfig } = fieldsOf(document)
  const running = createHash('sha256')
  const add = (value: unknown): void => {
    running.update(`${JSON.stringify(value, withoutMark)}\n`)
  }
  const prefix = (): string => running.copy().digest('hex')
  add([unmarked(system), unmarked(tools), unmarked(fieldsOf(toolConfig).tools)])
  for (const message of messagesOf(document)) {
    const { content, reasoning_details: details, ...members } = fieldsOf(message)
    const { tool_calls: calls, ...others } = members
    // Calls that are a member of the message come after its reasoning.
    const shell = Array.isArray(details) ? others : members
    add(isFields(message) ? shell : message)
    if (!Array.isArray(content)) add({ content })
    for (const block of blocksOf(message)) {
      see(block, prefix)
      if (!isThought(block) && !isMark(block)) add([block])
    }
    if (shell === others) add({ calls })
    see(undefined, prefix)
  }
}

function withoutMark(key: string, value: unknown): unknown {
  return key === 'cache_control' ? undefined : value
}

function unmarked(list: unknown): unknown {
  return Array.isArray(list) ? list.filter((entry) => !isMark(entry)) : list
}

function isMark(block: unknown): boolean {
  return isFields(fieldsOf(block).cachePoint)
}

function messagesOf(document: unknown): readonly unknown[] {
  const { messages } = fieldsOf(document)
  return Array.isArray(messages) ? messages : []
}

function blocksOf(message: unknown): readonly unknown[] {
  const { content, reasoning_details: details } = fieldsOf(message)
  return [details, content].flatMap((list: unknown) => (Array.isArray(list) ? (list as unknown[]) : []))
}

/** The names of blocks that stand in what an edit takes away. */
function namesIn(edit: object): readonly string[] {
  const { value } = edit as Fields
  return [...JSON.stringify(value ?? null).matchAll(/"(seal\d+)"/g)].map(([, name]) => name ?? '')
}
