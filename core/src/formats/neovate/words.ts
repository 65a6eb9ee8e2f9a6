import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'

/** Whether a part is a result, as Neovate writes them now or as it wrote them while tools were called in XML. */
export function isResult(part: unknown): part is JsonObject {
  return isObject(part) && (part.type === 'tool-result' || isLegacyResult(part))
}

/** Whether a part is a result as it was written while tools were called in XML. */
export function isLegacyResult(part: unknown): boolean {
  return isObject(part) && part.type === 'tool_result'
}

/** The id of the call that a result answers; a result of another API's shape has it under another name. */
export function answeredBy(result: JsonObject): string | undefined {
  if (!isLegacyResult(result)) return nonEmpty(result.toolCallId)
  return nonEmpty(result.id) ?? nonEmpty(result.tool_use_id)
}

/** Whether a message holds results and nothing else. */
export function isAnswer(message: unknown): boolean {
  if (!isObject(message)) return false
  const { role, content } = message
  if (role !== 'tool' && role !== 'user') return false
  return Array.isArray(content) && content.length > 0 && content.every(isResult)
}

/** The ids of the calls in a message. */
export function callsIn(message: unknown): string[] {
  if (!isObject(message) || message.role !== 'assistant' || !Array.isArray(message.content)) return []
  return message.content.flatMap((part: unknown) =>
    isObject(part) && part.type === 'tool_use' ? (nonEmpty(part.id) ?? []) : [],
  )
}

/** The ids of the calls that a message answers. */
export function resultsIn(message: unknown): string[] {
  if (!isObject(message) || !Array.isArray(message.content)) return []
  return message.content.flatMap((part: unknown) => (isResult(part) ? (answeredBy(part) ?? []) : []))
}

/** Whether a message answers a call by an error. */
export function hasFailed(message: unknown): boolean {
  if (!isObject(message) || !Array.isArray(message.content)) return false
  return message.content.some(
    (part: unknown) => isObject(part) && isObject(part.result) && part.result.isError === true,
  )
}
