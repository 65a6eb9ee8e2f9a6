import { isObject, type JsonObject, memberAt, nonEmpty } from '../json.ts'

/** Whether a record is a message, rather than a note beside the conversation. */
export function isMessage({ type }: JsonObject): boolean {
  return type === 'message'
}

/** Whether a part is a result, as Neovate writes them now or as it wrote them while tools were called in XML. */
export function isResult(part: unknown): part is JsonObject {
  return isObject(part) && (part.type === 'tool-result' || isLegacyResult(part))
}

/** Whether a part is a result as it was written while tools were called in XML. */
export function isLegacyResult(part: unknown): boolean {
  return isObject(part) && part.type === 'tool_result'
}

/** The id of the call that a result answers. */
export function answeredBy(result: JsonObject): string | undefined {
  return nonEmpty(isLegacyResult(result) ? result.id : result.toolCallId)
}

/** Whether a message holds results and nothing else. */
export function isAnswer({ role, content }: JsonObject): boolean {
  if (role !== 'tool' && role !== 'user') return false
  return Array.isArray(content) && content.length > 0 && content.every(isResult)
}

/** The ids of the calls in a message. */
export function callsIn({ role, content }: JsonObject): string[] {
  if (role !== 'assistant' || !Array.isArray(content)) return []
  return content.flatMap((part: unknown) =>
    isObject(part) && part.type === 'tool_use' ? (nonEmpty(part.id) ?? []) : [],
  )
}

/** The ids of the calls that a message answers. */
export function resultsIn({ content }: JsonObject): string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => (isResult(part) ? (answeredBy(part) ?? []) : []))
}

/** Whether a message answers a call by an error. */
export function hasFailed({ content }: JsonObject): boolean {
  if (!Array.isArray(content)) return false
  return content.some((part: unknown) => memberAt(part, ['result', 'isError']) === true)
}
