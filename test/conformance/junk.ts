import { formats, type PolicyName } from '@mortise/core'
import { expect } from 'vitest'
import { laws } from '../laws/laws.ts'
import { turnsOf, type Wire, wireOf, withTurns } from '../wire/index.ts'
import { type Broken, brokenOf } from './fixtures.ts'

export const junk: readonly unknown[] = [null, 7, '', ' ', [], {}, 'junk', [null], true]

// What replaces half a character is not the word that was there: only policies that may lose words judge it.
const kinds = [
  { policy: 'keep', values: junk },
  { policy: 'drop', values: ['\ud83d'] },
] as const

// One fixture of each rule; the others only repeat their shapes.
export const rows: readonly Broken[] = formats.flatMap(({ name }) => {
  const fixtures = brokenOf(name)
  return fixtures.filter(({ rule }, index) => fixtures[index - 1]?.rule !== rule)
})

/** Puts anything anywhere in a document, one of so many times, and asserts every promise. */
export function junkHolds(row: Broken, oneOf: number): void {
  const failures: string[] = []
  const wire = wireOf(row.format)
  let number = rows.indexOf(row)
  for (const { policy, values } of kinds) {
    for (const document of variantsOf(row.broken, values, wire)) {
      if (number++ % oneOf > 0) continue
      const failure = failureOf(document, row, policy)
      if (failure !== undefined) failures.push(failure)
    }
  }
  failures.sort((left, right) => left.length - right.length)
  expect(failures.slice(0, 3)).toEqual([])
}

function failureOf(document: unknown, { api, tail }: Broken, policy: PolicyName): string | undefined {
  try {
    laws({ document, api, policy, tail })
    return undefined
  } catch (error) {
    return `${JSON.stringify(document)}: ${String(error).split('\n')[0]}`
  }
}

/** The same document with one turn, or anything in one, left out, said twice or made junk. */
function* variantsOf(document: unknown, values: readonly unknown[], wire: Wire): Generator<unknown> {
  for (const turns of listVariants(turnsOf(wire, document), values)) yield withTurns(wire, document, turns)
}

function* listVariants(list: readonly unknown[], values: readonly unknown[]): Generator<readonly unknown[]> {
  for (let index = 0; index < list.length; index++) {
    yield list.filter((_, other) => other !== index)
    yield [...list.slice(0, index), list[index], ...list.slice(index)]
    for (const value of variants(list[index], values))
      yield [...list.slice(0, index), value, ...list.slice(index + 1)]
  }
}

function* variants(value: unknown, values: readonly unknown[]): Generator<unknown> {
  yield* values
  if (Array.isArray(value)) yield* listVariants(value, values)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>
      yield rest
      for (const other of variants(child, values)) yield { ...value, [key]: other }
    }
  }
}
