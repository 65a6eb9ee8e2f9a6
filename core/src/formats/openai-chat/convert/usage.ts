import { countIn, present } from '../../../model/counts.ts'
import { isObject, type JsonObject } from '../../../model/json.ts'
import type { NeutralUsage } from '../../../model/neutral-answer.ts'

/** The counts that are read, in the objects beside the sums. */
export const promptMembers: ReadonlySet<string> = new Set(['cached_tokens', 'cache_write_tokens'])
export const completionMembers: ReadonlySet<string> = new Set(['reasoning_tokens'])

/** Reads `usage`; `prompt_tokens` counts what was read from a cache too. */
export function readUsage(usage: unknown): NeutralUsage | undefined {
  if (!isObject(usage)) return undefined
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage
  const reasoning = countIn(completion, 'reasoning_tokens')
  return present({
    input: countIn(usage, 'prompt_tokens'),
    output: outputOf(usage, reasoning),
    // DeepSeek and Kimi count the cache in members of their own.
    cacheRead:
      countIn(prompt, 'cached_tokens') ??
      countIn(usage, 'prompt_cache_hit_tokens') ??
      countIn(usage, 'cached_tokens'),
    cacheWrite: countIn(prompt, 'cache_write_tokens'),
    reasoning,
  })
}

/** Reasoning is part of the output; xAI counts it apart, and its total says so. */
function outputOf(usage: JsonObject, reasoning: number | undefined): number | undefined {
  const [input, said, total] = ['prompt_tokens', 'completion_tokens', 'total_tokens'].map((name) =>
    countIn(usage, name),
  )
  if (said === undefined || !reasoning || total === undefined) return said
  return total === (input ?? 0) + said + reasoning ? said + reasoning : said
}

/** The counts that this format does not tell. */
export const uncounted: readonly (keyof NeutralUsage)[] = []

export function writeUsage(usage: NeutralUsage = {}): JsonObject {
  const { input = 0, output = 0, cacheRead, cacheWrite, reasoning } = usage
  // Gateways that serve several providers count what was written to a cache here.
  const prompt = present({ cached_tokens: cacheRead, cache_write_tokens: cacheWrite || undefined })
  return present({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: Object.keys(prompt).length === 0 ? undefined : prompt,
    completion_tokens_details: reasoning === undefined ? undefined : { reasoning_tokens: reasoning },
  })
}
