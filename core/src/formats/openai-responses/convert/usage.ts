import { countIn, present } from '../../../model/counts.ts'
import { isObject, type JsonObject } from '../../../model/json.ts'
import type { NeutralUsage } from '../../../model/neutral-answer.ts'

/** The counts that are read. */
export const usageMembers: ReadonlySet<string> = new Set([
  'input_tokens',
  'input_tokens_details',
  'output_tokens',
  'output_tokens_details',
  'total_tokens',
])

/** Reads `usage`; `input_tokens` counts what was read from a cache too. */
export function readUsage(usage: unknown): NeutralUsage | undefined {
  if (!isObject(usage)) return undefined
  return present({
    input: countIn(usage, 'input_tokens'),
    output: countIn(usage, 'output_tokens'),
    cacheRead: countIn(usage.input_tokens_details, 'cached_tokens'),
    reasoning: countIn(usage.output_tokens_details, 'reasoning_tokens'),
  })
}

/** The counts that this format does not tell. */
export const uncounted: readonly (keyof NeutralUsage)[] = ['cacheWrite']

export function writeUsage(usage: NeutralUsage = {}): JsonObject {
  const { input = 0, output = 0, cacheRead = 0, reasoning = 0 } = usage
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  }
}
