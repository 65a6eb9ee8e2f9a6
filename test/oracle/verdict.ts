import { expect } from 'vitest'
import type { Tail } from './index.ts'

/** A conversation that a checker judges, and how. */
export type Row = readonly [name: string, document: unknown, verdict: 'accepted' | RegExp, tail?: Tail]

export function expectVerdict(list: readonly string[], verdict: 'accepted' | RegExp): void {
  if (verdict === 'accepted') expect(list).toEqual([])
  else expect(list.join('\n')).toMatch(verdict)
}
