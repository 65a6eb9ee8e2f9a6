import { countIn, present, sumOf } from '../../../model/counts.ts'
import { isObject, type JsonObject } from '../../../model/json.ts'
import type { NeutralUsage } from '../../../model/neutral-answer.ts'

/** The counts that are read. */
export const usageMembers: ReadonlySet<string> = new Set([
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cacheReadInputTokens',
  'cacheWriteInputTokens',
])

/** Reads `usage`; `inputTokens` counts neither what was read from a cache nor what was written to one. */
export function readUsage(usage: unknown): NeutralUsage | undefined {
  if (!isObject(usage)) return undefined
  const cacheRead = countIn(usage, 'cacheReadInputTokens')
  const cacheWrite = countIn(usage, 'cacheWriteInputTokens')
  const own = countIn(usage, 'inputTokens')
  return present({
    input: own === undefined ? undefined : sumOf(own, cacheRead, cacheWrite),
    output: countIn(usage, 'outputTokens'),
    cacheRead,
    cacheWrite,
  })
}

/** The counts that this format does not tell. */
export const uncounted: readonly (keyof NeutralUsage)[] = ['reasoning']

export function writeUsage(usage: NeutralUsage = {}): JsonObject {
  const { input = 0, output = 0, cacheRead, cacheWrite } = usage
  return present({
    inputTokens: Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    outputTokens: output,
    totalTokens: input + output,
    cacheReadInputTokens: cacheRead,
    cacheWriteInputTokens: cacheWrite,
  })
}
