import { formats, type PolicyName, scan } from '@mortise/core'
import { expect, test } from 'vitest'
import { laws } from '../laws/laws.ts'
import { turnsOf, type Wire, wireOf, withTurns } from '../wire/index.ts'
import { type Broken, brokenOf } from './fixtures.ts'

const junk: readonly unknown[] = [null, 7, '', ' ', [], {}, 'junk', [null], true]

// What replaces half a character is not the word that was there: only policies that may lose words judge it.
const kinds = [
  { policy: 'keep', values: junk },
  { policy: 'drop', values: ['\ud83d'] },
] as const

// One fixture of each rule; the others only repeat their shapes.
const rows = formats.flatMap(({ name }) => {
  const fixtures = brokenOf(name)
  return fixtures.filter(({ rule }, index) => fixtures[index - 1]?.rule !== rule)
})

test.each(rows)('$rule, $api: anything may stand anywhere in it, and every promise holds', (row) => {
  const failures: string[] = []
  const wire = wireOf(row.format)
  for (const { policy, values } of kinds) {
    for (const document of variantsOf(row.broken, values, wire)) {
      const failure = failureOf(document, row, policy)
      if (failure !== undefined) failures.push(failure)
    }
  }
  failures.sort((left, right) => left.length - right.length)
  expect(failures.slice(0, 3)).toEqual([])
})

test.each(rows)('$rule, $api: whatever the document is, nothing throws', ({ api, format }) => {
  const strange = [null, {}].map((turns) => withTurns(wireOf(format), {}, turns))
  for (const document of [...junk, undefined, ...strange]) expect(() => scan(document, api)).not.toThrow()
})

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
