import type { Finding } from '../../../../model/finding.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../../model/json.ts'
import { lawsOf, type StreamLaws } from '../../../stream-laws.ts'
import { isErrorBody } from '../error.ts'
import { readStop } from '../stop-reason.ts'

/** Checks the chunks of a streamed answer; its end is the reason, and nothing follows but counts. */
export const checkEvents: (events: readonly unknown[]) => readonly Finding[] = lawsOf((laws) => {
  let hasUsage = false
  return {
    event(chunk) {
      if (isErrorBody(chunk)) return laws.broken()
      hasUsage ||= isObject(chunk.usageMetadata)
      const { candidates, promptFeedback } = chunk
      if (isObject(promptFeedback) && nonEmpty(promptFeedback.blockReason) !== undefined)
        laws.reason('refusal')
      if (Array.isArray(candidates)) candidate(laws, (candidates as readonly unknown[])[0])
    },
    finish() {
      if (!laws.hasReason) return
      if (!hasUsage) laws.fault('usage-missing')
      laws.end()
    },
  }
})

function candidate(laws: StreamLaws, raw: unknown): void {
  if (!isObject(raw)) return
  const parts: unknown = isObject(raw.content) ? raw.content.parts : undefined
  if (Array.isArray(parts))
    for (const part of parts as readonly unknown[]) if (isObject(part)) one(laws, part)
  if (nonEmpty(raw.finishReason) === undefined) return
  if (laws.hasReason) laws.fault('stop-reason-mismatch')
  laws.reason(readStop(raw.finishReason, false), true)
}

function one(laws: StreamLaws, { text, functionCall }: JsonObject): void {
  const says = nonEmpty(text) !== undefined || isObject(functionCall)
  if (says && laws.hasReason) laws.fault('part-not-open')
  if (!isObject(functionCall)) return
  laws.hasCalls = true
  const { args, partialArgs } = functionCall
  if (args !== undefined && !isObject(args) && partialArgs === undefined)
    laws.fault('arguments-not-json', [String(functionCall.id ?? functionCall.name)])
}
