import { estimateTokens } from '@mortise/core'
import { plainPath } from '../../http/paths.ts'
import { isObject } from '../send/rename-model.ts'
import { sendOwn } from './own-answer.ts'
import type { Talk } from './talk.ts'

/** Whether an API of a format has a path at which tokens are counted. */
export function canCount(format: string): boolean {
  return plainPath(format, 'count', 'model') !== undefined
}

/** Whether an upstream says that it cannot count, this request or any: then the tokens are estimated. */
export function cannotCount(status: number): boolean {
  return [400, 404, 405, 422, 501].includes(status)
}

/** The members of a request that count; those about the answer are refused at these paths. */
const counted: Readonly<Record<string, readonly string[]>> = {
  'anthropic-messages': ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking'],
  'openai-responses': ['model', 'input', 'instructions', 'tools', 'tool_choice', 'text', 'reasoning'],
  'gemini-contents': ['contents', 'systemInstruction', 'tools', 'toolConfig'],
}

/** A request that is only to be counted, as an API wants it. */
export function countRequest(
  document: Readonly<Record<string, unknown>>,
  format: string,
  model: string,
): unknown {
  const names = counted[format] ?? []
  const body = Object.fromEntries(names.flatMap((name) => (name in document ? [[name, document[name]]] : [])))
  if (format !== 'gemini-contents') return body
  // Gemini takes instructions and tools only as parts of a whole request.
  return { generateContentRequest: { model: `models/${model}`, ...body } }
}

/** The request that a client wants counted; clients of Gemini may wrap it. */
export function requestToCount(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(body.generateContentRequest) ? body.generateContentRequest : body
}

/** The count that an API answers with, as an answer in the format of a client. Throws where there is none. */
export function convertedCount(answer: unknown, format: string): unknown {
  const { input_tokens: input, totalTokens: total } = isObject(answer) ? answer : {}
  const tokens = input ?? total
  if (typeof tokens !== 'number') throw new TypeError('The answer holds no count.')
  return countIn(format, tokens)
}

function countIn(format: string, tokens: number): unknown {
  if (format === 'gemini-contents') return { totalTokens: tokens }
  const told = { input_tokens: tokens }
  return format === 'openai-responses' ? { object: 'response.input_tokens', ...told } : told
}

/** Answers a request to count tokens by an estimate that is rather too high, and says that it is one. */
export async function sendEstimate({ call, path, readable, weight }: Talk): Promise<void> {
  const { pieces = [] } = readable ?? {}
  const tokens =
    weight === 'light'
      ? estimateTokens(Buffer.concat(pieces).toString())
      : await call.parts.thread.run('tokens', pieces, undefined)
  const headers = ['content-type', 'application/json', 'x-mortise-estimated', '1']
  const body = JSON.stringify(countIn(path.format, tokens))
  sendOwn(call.visit, { status: 200, headers, body }, call.id)
}
