import { type PolicyName, printPlace, type Tail } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { laws } from '../laws/laws.ts'
import { complaints } from '../oracle/index.ts'
import type { Message } from './build.ts'

type Messages = readonly Message[]

/** Which rule was broken, where, and by which calls. */
export type Fault = readonly [rule: string, at: string, calls: readonly string[], confidence?: 'low']

/** A conversation, and what must become of it; the very same list where nothing may change. */
export interface Case {
  readonly name: string
  readonly apis: readonly string[]
  readonly tail?: Tail
  readonly broken: Messages
  readonly found: readonly Fault[]
  readonly keep: Messages
  readonly drop?: Messages
  readonly 'drop-turn'?: Messages
}

const policies: readonly PolicyName[] = ['keep', 'drop', 'drop-turn', 'report']

/** Proves each case: what is found, the exact repairs, every promise, and that a checker accepts. */
export function mends(cases: readonly Case[]): void {
  describe.each(cases.flatMap((row) => row.apis.map((api) => ({ ...row, api }))))('$name, $api', (row) => {
    test.each(policies)('%s', (policy) => proves(row, policy))
  })
}

/** A case that is sound: it comes back as it is under every policy. */
export function sound(name: string, apis: readonly string[], broken: Messages, tail?: Tail): Case {
  const row: Case = { name, apis, broken, found: [], keep: broken, drop: broken, 'drop-turn': broken }
  return tail === undefined ? row : { ...row, tail }
}

function proves(row: Case & { readonly api: string }, policy: PolicyName): void {
  const { api, tail = 'closed', broken } = row
  const { document, found } = laws({ document: broken, api, policy, tail })
  const faults = found.map(({ rule, at, calls, confidence }): Fault => {
    const fault = [rule, printPlace(at), calls] as const
    return confidence === undefined ? fault : [...fault, confidence]
  })
  expect(faults).toEqual(row.found)
  if (policy === 'report') return
  expect(complaints(document, { api, tail })).toEqual([])
  const expected = row[policy]
  if (expected === broken) expect(document).toBe(broken)
  else if (expected !== undefined) {
    expect(document).toEqual(expected)
    expect(JSON.stringify(document), 'members keep their order').toBe(JSON.stringify(expected))
  }
}
