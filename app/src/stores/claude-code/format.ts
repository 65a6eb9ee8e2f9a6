import { type Format, formats, kind, type Picks, whole } from '@mortise/core'
import { isObject, memberAt, nonEmpty } from '../records/json.ts'

type PlainTurn = NonNullable<Format['plain']>

const base = formats.find(({ name }) => name === 'anthropic-messages') as Format

/** The messages in Claude Code's records: Anthropic's, in pieces of one block each. */
export const format: Format = {
  ...base,
  name: 'claude-code',
  title: 'Claude Code records',
  readTurn,
  holdsMore,
  plain,
}

/** A textbook message, or a piece of one: thoughts, words, calls one by one; results one by one, words. */
function plain(...[message, talk, before]: Parameters<PlainTurn>): boolean {
  if (!isObject(message) || holdsMore(message)) return false
  const { role, content } = message
  if (isJoined(before, message) && role === 'assistant') {
    if (holdsThought(message) && !holdsThought(before)) return false
    talk.item('piece', undefined)
  }
  return base.plain?.({ role, content }, talk, before) === true
}

/** Whether a message ends on a thought. */
function holdsThought(message: unknown): boolean {
  const content = memberAt(message, ['content'])
  const last = Array.isArray(content) ? memberAt(content.at(-1), ['type']) : undefined
  return last === 'thinking' || last === 'redacted_thinking'
}

/** Whether a message goes on with the one before it: a piece of the same answer, or what else stands between two answers. */
function isJoined(before: unknown, raw: unknown): boolean {
  const role = filledRole(raw)
  if (role === undefined || role !== filledRole(before)) return false
  return role !== 'assistant' || memberAt(before, ['id']) === memberAt(raw, ['id'])
}

/** The role of a message that says something. */
function filledRole(message: unknown): unknown {
  if (!isObject(message)) return undefined
  const { role, content } = message
  return Array.isArray(content) && content.length > 0 ? role : undefined
}

// Members in which the API tells about an answer, beside the answer itself.
const labels: ReadonlySet<string> = new Set([
  'role',
  'content',
  'id',
  'type',
  'model',
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'usage',
  'container',
  'context_management',
  'diagnostics',
])

function holdsMore(raw: unknown): boolean {
  return isObject(raw) && Object.entries(raw).some(([name, value]) => !labels.has(name) && value !== null)
}

/** The text that Claude Code writes where the user pressed escape: a result with this text is no real one. */
const interrupted = /^\[Request interrupted by user(?: for tool use)?\]$/

/** Whether a text is the note of an interruption. */
function isInterruption(text: unknown): boolean {
  return typeof text === 'string' && interrupted.test(text)
}

function readTurn(
  ...[raw, index, root, unreadable]: Parameters<Format['readTurn']>
): ReturnType<Format['readTurn']> {
  const read = base.readTurn(raw, index, root, unreadable)
  const answer = read.speaker === 'model' ? nonEmpty(memberAt(raw, ['id'])) : undefined
  const turn = answer === undefined ? read : { ...read, answer }
  if (!turn.parts.some((part) => part.kind === 'result' && isInterruption(wordsIn(part.content)))) return turn
  const parts = turn.parts.map((part) =>
    part.kind === 'result' && isInterruption(wordsIn(part.content)) ? { ...part, isSynthetic: true } : part,
  )
  return { ...turn, parts }
}

function wordsIn(content: unknown): unknown {
  return Array.isArray(content) && content.length === 1 ? memberAt(content[0], ['text']) : content
}

const message = base.picks.each ?? {}

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    type: whole,
    subtype: whole,
    uuid: whole,
    parentUuid: whole,
    isSidechain: whole,
    isApiErrorMessage: whole,
    sourceToolAssistantUUID: kind,
    version: whole,
    cwd: whole,
    customTitle: whole,
    aiTitle: whole,
    summary: whole,
    compactMetadata: whole,
    message: { ...message, members: { ...message.members, id: whole, model: whole } },
  },
}
