import { describeEvidence, type Evidence, type Row, type Rulebook } from '@mortise/core'
import type { Invocation } from '../program/command.ts'
import { paragraph } from '../screen/wrap.ts'

/** The row by which an API judges a rule; undefined where the API does not. */
export function rowOf({ rows }: Rulebook, rule: string): Row | undefined {
  const byRule: Readonly<Record<string, Row>> = rows
  return byRule[rule]
}

/** From the best record to the weakest. */
export const evidences: readonly Evidence[] = ['live', 'quoted', 'source', 'docs', 'reported']

/** The meaning of the kinds of evidence that were used. */
export function evidenceLines(used: readonly Evidence[]): readonly string[] {
  const there = evidences.filter((evidence) => used.includes(evidence))
  return there.map((evidence) => `${evidence}: ${describeEvidence(evidence)}`)
}

/** The sentences on record, each once, under the names that it goes with. */
export function sentenceLines(
  { out }: Invocation,
  rows: readonly (readonly [name: string, row: Row])[],
): readonly string[] {
  const sentences = new Map<string, string[]>()
  for (const [name, { says, saysOfResult, saysOf }] of rows) {
    for (const sentence of [says, saysOfResult, ...Object.values(saysOf ?? {})]) {
      if (sentence !== undefined) sentences.set(sentence, [...(sentences.get(sentence) ?? []), name])
    }
  }
  return [...sentences].flatMap(([sentence, names]) => [
    '',
    paragraph('', `${names.join(', ')}:`),
    out.style.paint('dim', paragraph('  ', sentence)),
  ])
}
