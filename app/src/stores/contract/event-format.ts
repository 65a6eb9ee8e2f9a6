import { type Format, formats, type Part, type Turn } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { messageList } from './message-list.ts'

type Call = Extract<Part, { kind: 'call' }>
type Result = Extract<Part, { kind: 'result' }>

/** The members of a format that each log has its own of. */
type Own = Pick<
  Format,
  'name' | 'title' | 'firstParty' | 'facts' | 'picks' | 'readTurn' | 'renderResult' | 'renderTurn'
>

/** A format for a log of events, in which each result, and perhaps each call, is a record of its own. */
export function eventFormat(own: Own & Partial<Format>): Format {
  return {
    results: { shape: 'self', speaker: 'tool', list: 'self' },
    lists: { content: { path: ['content'], whenEmpty: 'keep' } },
    // They only ever come out of a session, which is recognised by its records.
    recognises: () => 0,
    isModelTurn: (raw) => {
      const { speaker } = own.readTurn(raw, 0, [], [])
      return speaker === 'unknown' ? undefined : speaker === 'model'
    },
    renderText: (text) => ({ type: 'text', text }),
    unpack: (part) => wordsIn(part.kind === 'call' ? part.arguments : part.content).map((text) => ({ text })),
    ...own,
    ...messageList,
  }
}

/** A turn with these parts. */
export function turnOf(
  speaker: Turn['speaker'],
  shape: Turn['shape'],
  parts: readonly Part[],
  index: number,
  raw: unknown,
): Turn {
  const role = isObject(raw) ? (nonEmpty(raw.role) ?? nonEmpty(raw.type) ?? 'none') : 'none'
  return {
    speaker,
    role,
    shape,
    parts: [...parts],
    index,
    raw,
    vacant: false,
    isPrefix: false,
    isAborted: false,
  }
}

/** A call in a list, or one that is a turn by itself. */
export function callPart(
  raw: JsonObject,
  { id, name, given }: { readonly id: unknown; readonly name: unknown; readonly given: unknown },
  [list, index]: readonly [list: string, index: number] = ['self', -1],
): Call {
  return {
    kind: 'call',
    list,
    index,
    raw,
    id: nonEmpty(id),
    name: nonEmpty(name),
    arguments: given,
    form: formOf(given),
    tool: 'function',
    signed: false,
    excused: false,
  }
}

function formOf(given: unknown): Call['form'] {
  if (isObject(given)) return 'object'
  if (given === undefined || given === null) return 'absent'
  if (typeof given !== 'string') return 'other'
  try {
    JSON.parse(given)
    return 'json-text'
  } catch {
    return 'broken-text'
  }
}

/** A result that is a turn by itself. */
export function resultPart(
  raw: JsonObject,
  { id, content, isError }: { readonly id: unknown; readonly content: unknown; readonly isError: boolean },
): Result {
  const words = wordsIn(content)
  return {
    kind: 'result',
    list: 'self',
    index: -1,
    raw,
    id: nonEmpty(id),
    name: undefined,
    tool: 'function',
    content,
    isError,
    isEmpty: content === '' || (Array.isArray(content) && content.length === 0),
    isNull: content === undefined || content === null,
    hasMedia:
      Array.isArray(content) &&
      content.some((part) => isObject(part) && nonEmpty(part.type)?.includes('image')),
    isSynthetic: isStandIn(words.join('')),
  }
}

const chat = formats.find(({ name }) => name === 'openai-chat') as Format

/** Whether words are those of a repairer, in place of a result that was never recorded. */
function isStandIn(content: string): boolean {
  const [part] = chat.readTurn({ role: 'tool', tool_call_id: 'x', content }, 0, [], []).parts
  return part?.kind === 'result' && part.isSynthetic
}

/** The words of content: a string, parts with a text, or any other value as JSON. */
function wordsIn(content: unknown): readonly string[] {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return [JSON.stringify(content)]
  return content.map((part) =>
    isObject(part) && typeof part.text === 'string' ? part.text : JSON.stringify(part),
  )
}
