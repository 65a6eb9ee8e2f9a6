import { countIn, present, sumOf } from '../../../model/counts.ts'
import { isObject, type JsonObject } from '../../../model/json.ts'
import type { NeutralUsage } from '../../../model/neutral-answer.ts'

/** Reads `usage`; `input_tokens` counts neither what was read from a cache nor what was written to one. */
export function readUsage(usage: unknown): NeutralUsage | undefined {
  if (!isObject(usage)) return undefined
  const cacheRead = countIn(usage, 'cache_read_input_tokens')
  const cacheWrite = countIn(usage, 'cache_creation_input_tokens')
  const own = countIn(usage, 'input_tokens')
  return present({
    input: own === undefined ? undefined : sumOf(own, cacheRead, cacheWrite),
    output: countIn(usage, 'output_tokens'),
    cacheRead,
    cacheWrite,
    reasoning: countIn(usage.output_tokens_details, 'thinking_tokens'),
  })
}

/** The counts that this format does not tell. */
export const uncounted: readonly (keyof NeutralUsage)[] = []

export function writeUsage(usage: NeutralUsage = {}): JsonObject {
  const { input = 0, output = 0, cacheRead, cacheWrite, reasoning } = usage
  return present({
    input_tokens: Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
    output_tokens_details: reasoning ? { thinking_tokens: reasoning } : undefined,
  })
}
