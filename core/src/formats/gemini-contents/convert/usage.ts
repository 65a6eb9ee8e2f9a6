import { countIn, present, sumOf } from '../../../model/counts.ts'
import { isObject, type JsonObject } from '../../../model/json.ts'
import type { NeutralUsage } from '../../../model/neutral-answer.ts'

/** The counts that are read. */
export const usageMembers: ReadonlySet<string> = new Set([
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
  'cachedContentTokenCount',
  'totalTokenCount',
])

/** Reads `usageMetadata`; the prompt counts what was cached, the candidates do not count thoughts. */
export function readUsage(usage: unknown): NeutralUsage | undefined {
  if (!isObject(usage)) return undefined
  const reasoning = countIn(usage, 'thoughtsTokenCount')
  const said = countIn(usage, 'candidatesTokenCount')
  return present({
    input: sumOf(countIn(usage, 'promptTokenCount'), countIn(usage, 'toolUsePromptTokenCount')),
    output: sumOf(said, reasoning),
    cacheRead: countIn(usage, 'cachedContentTokenCount'),
    reasoning,
  })
}

/** The counts that this format does not tell. */
export const uncounted: readonly (keyof NeutralUsage)[] = ['cacheWrite']

export function writeUsage(usage: NeutralUsage = {}): JsonObject {
  const { input = 0, output = 0, cacheRead, reasoning } = usage
  return present({
    promptTokenCount: input,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: Math.max(0, output - (reasoning ?? 0)),
    thoughtsTokenCount: reasoning,
    totalTokenCount: input + output,
  })
}
