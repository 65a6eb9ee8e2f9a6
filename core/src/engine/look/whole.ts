import type { Api } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import type { Rule } from '../../model/rule.ts'
import { sentinelFor } from '../sentinel/sentinel-for.ts'
import { Look } from './look.ts'

/** Whether a quick look over a document finds nothing to suspect; it needs no more of it than the format picks. */
export function isSilent(document: unknown, api: Api, rules: readonly Rule[], tail: Tail): boolean {
  return lookAt(document, api, rules, 'first')?.isSilent(tail) === true
}

/** A look at a whole document, begun; undefined where it has no turns. */
export function lookAt(
  document: unknown,
  api: Api,
  rules: readonly Rule[],
  which: 'first' | 'again',
): Look | undefined {
  const { format } = api
  const turns = format.turnsOf(document)
  if (turns === undefined) return undefined
  const sentinel = sentinelFor(api, rules, which)
  sentinel.readBody?.(document)
  return new Look(format, sentinel).begin(turns, format.factsOf(document))
}
