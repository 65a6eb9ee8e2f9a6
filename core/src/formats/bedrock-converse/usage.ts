import { countIn, present, sumOf } from '../../model/counts.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import type { NeutralUsage } from '../../model/neutral-answer.ts'

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
