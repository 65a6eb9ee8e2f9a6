import type { ReadTask, WriteTask } from '../../../model/converter.ts'
import { present } from '../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { Citation, NeutralPart } from '../../../model/neutral.ts'
import type { NeutralAnswer } from '../../../model/neutral-answer.ts'
import { loseCounts, loseStopSequence } from '../../losses.ts'
import { counted, keepOwn, ownOf, type ReadObject } from '../../own-members.ts'
import { name } from '../name.ts'
import { readSaid } from './read.ts'
import { readStop, writeStop } from './stop-reason.ts'
import { completionMembers, promptMembers, readUsage, uncounted, writeUsage } from './usage.ts'
import { writeSaid } from './write-said.ts'

/** The members of an answer that are read. */
export const members: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'choices', 'usage'])
const choiceMembers: ReadonlySet<string> = new Set(['index', 'message', 'finish_reason'])
const messageMembers: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'reasoning_content',
  'annotations',
])
export const usageMembers: ReadonlySet<string> = new Set([
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'prompt_tokens_details',
  'completion_tokens_details',
])

/** Reads an answer: the first of its choices. */
export function readAnswer(document: unknown, task: ReadTask): NeutralAnswer {
  const answer = isObject(document) ? document : {}
  const choices: readonly unknown[] = Array.isArray(answer.choices) ? answer.choices : []
  const choice = isObject(choices[0]) ? choices[0] : {}
  const message = isObject(choice.message) ? choice.message : {}
  for (let index = 1; index < choices.length; index++)
    task.lose(['choices', index], 'further choice', 'An answer elsewhere is one alone.')
  const usage = isObject(answer.usage) ? answer.usage : {}
  const objects: readonly ReadObject[] = [
    [answer, members],
    [choice, choiceMembers, 'choices', 0],
    [message, messageMembers, 'choices', 0, 'message'],
    [answer.usage, usageMembers, 'usage'],
    [counted(usage.prompt_tokens_details), promptMembers, 'usage', 'prompt_tokens_details'],
    [counted(usage.completion_tokens_details), completionMembers, 'usage', 'completion_tokens_details'],
  ]
  const read: NeutralAnswer = {
    as: 'answer',
    parts: cited(readSaid(message, ['choices', 0, 'message'], task), message.annotations),
    stop: readStop(choice.finish_reason, Array.isArray(message.tool_calls) && message.tool_calls.length > 0),
    ...present({
      id: nonEmpty(answer.id),
      model: nonEmpty(answer.model),
      created: typeof answer.created === 'number' ? answer.created : undefined,
      stopWord: nonEmpty(choice.finish_reason),
      usage: readUsage(answer.usage),
    }),
  }
  return keepOwn(read, ownOf(name, ...objects))
}

/** Sources stand beside the words here; they belong to the first of them. */
function cited(parts: readonly NeutralPart[], annotations: unknown): readonly NeutralPart[] {
  if (!Array.isArray(annotations) || annotations.length === 0) return parts
  const citations = annotations.map(citationOf)
  const first = parts.findIndex(({ kind }) => kind === 'text')
  return parts.map((part, index) => (index === first && part.kind === 'text' ? { ...part, citations } : part))
}

/** Reads a source that stands beside the words. */
export function citationOf(raw: unknown): Citation {
  const inner = isObject(raw) && isObject(raw.url_citation) ? raw.url_citation : {}
  const told = present({ title: nonEmpty(inner.title), address: nonEmpty(inner.url) })
  return { origin: name, raw, ...told }
}

/** A source with an address, as an annotation on the first words of that length. */
export function annotationOf({ origin, raw, address, title = '' }: Citation, length: number): unknown {
  if (origin === name) return raw
  if (address === undefined) return undefined
  return { type: 'url_citation', url_citation: { start_index: 0, end_index: length, title, url: address } }
}

/** Writes an answer. */
export function writeAnswer(answer: NeutralAnswer, task: WriteTask): unknown {
  const made = {
    id: answer.id ?? 'chatcmpl-0',
    object: 'chat.completion',
    created: answer.created ?? 0,
    model: answer.model ?? '',
    choices: [
      { index: 0, message: messageOf(answer, task), logprobs: null, finish_reason: writeStop(answer.stop) },
    ],
    usage: writeUsage(answer.usage),
  }
  loseStopSequence(answer, task)
  loseCounts(answer.usage, uncounted, task)
  return made
}

function messageOf({ parts }: NeutralAnswer, task: WriteTask): JsonObject {
  const thoughts = parts.filter((part) => part.kind === 'reasoning')
  const said = writeSaid(
    parts.filter((part) => part.kind !== 'reasoning'),
    task,
  )
  const { content = null, refusal = null, ...rest } = said
  const shown = thoughts.map(({ text }) => text).filter((text) => text !== '')
  for (const { proof, at } of thoughts)
    if (proof !== undefined) task.lose(at, 'signature of reasoning', 'The target has no place for it.')
  const reasoning = shown.length === 0 ? {} : { reasoning_content: shown.join('\n\n') }
  const annotations = annotationsOf(parts)
  const sources = annotations.length === 0 ? {} : { annotations }
  return { role: 'assistant', content: wordsOf(content), refusal, ...sources, ...reasoning, ...rest }
}

function annotationsOf(parts: readonly NeutralPart[]): readonly unknown[] {
  const texts = parts.filter((part) => part.kind === 'text')
  return texts
    .flatMap(({ text, citations = [] }) => citations.map((citation) => annotationOf(citation, text.length)))
    .filter((annotation) => annotation !== undefined)
}

/** The words of an answer are one string. */
function wordsOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.map((item: unknown) => (isObject(item) ? (item.text ?? item.refusal ?? '') : '')).join('')
}
