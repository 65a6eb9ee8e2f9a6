import { formats, rulebooks } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { scanInFull } from '../../core/src/engine/scan.ts'
import { rules } from '../../core/src/rules/index.ts'
import { brokenOf, soundOf } from './fixtures.ts'

const asked = rules.map((rule) => ({ ...rule, about: undefined }))

describe.each(formats)('$name', (format) => {
  const own = rulebooks.filter((rulebook) => rulebook.format === format.name)
  const documents: readonly unknown[] = [
    ...brokenOf(format.name).flatMap(({ broken, fixed }) => [broken, fixed]),
    ...soundOf(format.name).map(({ document }) => document),
  ]

  test('a rule about a kind of part finds nothing where no part is of that kind', () => {
    const faultsBy = (all: typeof asked | typeof rules): readonly unknown[] =>
      documents.flatMap((document) =>
        own.map((rulebook) =>
          scanInFull({ document, api: { format, rulebook }, tail: 'closed', rules: all }),
        ),
      )
    expect(faultsBy(rules)).toEqual(faultsBy(asked))
  })
})

test('some rules are about a kind of part', () => {
  expect(rules.filter(({ about }) => about !== undefined).length).toBeGreaterThan(5)
})
