import type { ReadTask, WriteTask } from '../../../model/converter.ts'
import { present } from '../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralPart } from '../../../model/neutral.ts'
import type { NeutralAnswer } from '../../../model/neutral-answer.ts'
import { keepOwn, ownOf, withOwn } from '../../own-members.ts'
import { name } from '../name.ts'
import { readContent } from './read-blocks.ts'
import { readStop, writeStop } from './stop-reason.ts'
import { readUsage, writeUsage } from './usage.ts'
import { writeBlock } from './write-blocks.ts'

/** The members of an answer that are read. */
export const members: ReadonlySet<string> = new Set([
  'id',
  'type',
  'role',
  'model',
  'content',
  'stop_reason',
  'stop_sequence',
  'usage',
])
export const usageMembers: ReadonlySet<string> = new Set([
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'output_tokens_details',
])

/** Reads an answer. */
export function readAnswer(document: unknown, task: ReadTask): NeutralAnswer {
  const answer = isObject(document) ? document : {}
  const told = present({
    id: nonEmpty(answer.id),
    model: nonEmpty(answer.model),
    stopSequence: nonEmpty(answer.stop_sequence),
    stopWord: nonEmpty(answer.stop_reason),
    usage: readUsage(answer.usage),
  })
  const read: NeutralAnswer = {
    as: 'answer',
    parts: readContent(answer.content, ['content'], task),
    stop: readStop(answer.stop_reason),
    ...told,
  }
  return keepOwn(read, ownOf(name, [answer, members], [answer.usage, usageMembers, 'usage']))
}

/** Writes an answer. */
export function writeAnswer(answer: NeutralAnswer, task: WriteTask): unknown {
  const made = {
    id: answer.id ?? 'msg_0',
    type: 'message',
    role: 'assistant',
    model: answer.model ?? '',
    content: answer.parts.map((part) => writePart(part, task)).filter((block) => block !== undefined),
    stop_reason: writeStop(answer.stop, answer.stopSequence),
    stop_sequence: answer.stop === 'stop' ? (answer.stopSequence ?? null) : null,
    usage: writeUsage(answer.usage),
  }
  return withOwn(made, answer.own, name)
}

/** A client gets reasoning without a signature too: it is for people to read. */
function writePart(part: NeutralPart, task: WriteTask): JsonObject | undefined {
  const isUnsigned = part.kind === 'reasoning' && part.proof === undefined
  return isUnsigned ? { type: 'thinking', thinking: part.text, signature: '' } : writeBlock(part, task)
}
