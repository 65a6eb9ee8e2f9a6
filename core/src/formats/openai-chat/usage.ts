import { countIn, present } from '../../model/counts.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import type { NeutralUsage } from '../../model/neutral-answer.ts'

/** Reads `usage`; `prompt_tokens` counts what was read from a cache too. */
export function readUsage(usage: unknown): NeutralUsage | undefined {
  if (!isObject(usage)) return undefined
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage
  return present({
    input: countIn(usage, 'prompt_tokens'),
    output: countIn(usage, 'completion_tokens'),
    // DeepSeek and Kimi count the cache in members of their own.
    cacheRead:
      countIn(prompt, 'cached_tokens') ??
      countIn(usage, 'prompt_cache_hit_tokens') ??
      countIn(usage, 'cached_tokens'),
    cacheWrite: countIn(prompt, 'cache_write_tokens'),
    reasoning: countIn(completion, 'reasoning_tokens'),
  })
}

export function writeUsage(usage: NeutralUsage = {}): JsonObject {
  const { input = 0, output = 0, cacheRead, reasoning } = usage
  return present({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: cacheRead === undefined ? undefined : { cached_tokens: cacheRead },
    completion_tokens_details: reasoning === undefined ? undefined : { reasoning_tokens: reasoning },
  })
}
