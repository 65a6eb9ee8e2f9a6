import type { ReadTask, WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralAnswer } from '../../../model/neutral-answer.ts'
import { loseCounts, loseStopSequence } from '../../losses.ts'
import { ownOf, withOwn } from '../../own-members.ts'
import { origin } from './origin.ts'
import { readItems } from './read-items.ts'
import { readStop, writeStop } from './stop-reason.ts'
import { readUsage, uncounted, usageMembers, writeUsage } from './usage.ts'
import { writeItems } from './write-items.ts'
import { answerWriting } from './writing.ts'

/** The members of a request that its answer repeats: the caller knows them. */
const echoes = [
  'background',
  'conversation',
  'frequency_penalty',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'parallel_tool_calls',
  'presence_penalty',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
]

/** The members of an answer that are read, or that only repeat the request. */
export const answerMembers: ReadonlySet<string> = new Set([
  ...echoes,
  'id',
  'object',
  'created_at',
  'completed_at',
  'model',
  'status',
  'incomplete_details',
  'error',
  'output',
  'output_text',
  'usage',
])

/** Reads an answer: all of its items are one turn of the model. */
export function readAnswer(document: unknown, task: ReadTask): NeutralAnswer {
  const answer = isObject(document) ? document : {}
  const items: readonly unknown[] = Array.isArray(answer.output) ? answer.output : []
  const parts = readItems(items, ['output'], task.provider).flatMap((turn) => turn.parts)
  const usage = readUsage(answer.usage)
  const own = ownOf(origin, [answer, answerMembers], [answer.usage, usageMembers, 'usage'])
  const word = wordOf(answer)
  return {
    as: 'answer',
    ...labels(answer),
    parts,
    stop: readStop(
      answer,
      parts.some(({ kind }) => kind === 'call'),
    ),
    ...(word !== undefined && { stopWord: word }),
    ...(usage && { usage }),
    ...(own && { own }),
  }
}

function labels({
  id,
  model,
  created_at: created,
}: JsonObject): Pick<NeutralAnswer, 'id' | 'model' | 'created'> {
  const [name, served] = [nonEmpty(id), nonEmpty(model)]
  return {
    ...(name !== undefined && { id: name }),
    ...(served !== undefined && { model: served }),
    ...(typeof created === 'number' && { created }),
  }
}

function wordOf({ status, incomplete_details: details }: JsonObject): string | undefined {
  return (isObject(details) ? nonEmpty(details.reason) : undefined) ?? nonEmpty(status)
}

/** Writes an answer, with the members that clients look for. */
export function writeAnswer(answer: NeutralAnswer, task: WriteTask): unknown {
  loseStopSequence(answer, task)
  loseCounts(answer.usage, uncounted, task)
  const made = {
    id: answer.id ?? 'resp_0',
    object: 'response',
    created_at: answer.created ?? 0,
    ...writeStop(answer.stop),
    error: null,
    model: answer.model ?? task.model ?? '',
    output: writeItems(answer.parts, answerWriting(task, answer.id)),
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    metadata: {},
    usage: writeUsage(answer.usage),
  }
  return withOwn(made, answer.own, origin)
}
