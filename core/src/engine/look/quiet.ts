import type { Api } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import type { Rule } from '../../model/rule.ts'
import { sentinelFor } from '../sentinel/sentinel-for.ts'

/** Whether a quick look over a document finds nothing to suspect; it needs no more of it than the format picks. */
export function isQuiet(document: unknown, api: Api, rules: readonly Rule[], tail: Tail): boolean {
  const turns = api.format.turnsOf(document)
  if (turns === undefined) return false
  const sentinel = sentinelFor(api, rules, 'first')
  sentinel.lookAround?.(document)
  sentinel.reset(api.format.factsOf(document))
  return sentinel.feed(turns, 0, turns.length) < 0 && sentinel.mayEnd(tail)
}
