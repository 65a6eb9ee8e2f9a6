import { formats as allFormats, printJson, rulebooks } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlain } from '../../core/src/engine/plain/plain.ts'
import { scanInFull } from '../../core/src/engine/scan.ts'
import type { Format as KnownFormat } from '../../core/src/model/format.ts'
import { isWellFormed } from '../../core/src/model/json.ts'
import { amount } from '../amount.ts'
import { restrict, Strange } from '../bytes/restrict.ts'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'
import { rows } from '../corpus/rows.ts'
import { type Api, apis, apisOf, type Format, formatOf } from '../generate/api.ts'
import { damagedCase } from '../generate/case.ts'
import { smallTalks } from '../generate/small-talks.ts'
import { variantsOf } from '../generate/variants.ts'
import { apiOf, taskOf } from './task.ts'

// If a conversation is plain for an API, a full read finds nothing in it for that API, advice included.

const tails = ['closed', 'rest', 'open'] as const
type Tail = (typeof tails)[number]

/** A plain conversation in which a full read finds a fault. */
interface Lie {
  readonly rule: string
  readonly api: Api
  readonly tail: Tail
  readonly document: string
}

function lieAbout(document: unknown, name: Api, tail: Tail): Lie | undefined {
  const api = apiOf(name, document)
  if (!isPlain(document, api, tail) && !isPlain(sketchOf(document, name), api, tail)) return undefined
  const found = scanInFull(taskOf(document, api, tail))[0]
  return found && { rule: found.rule, api: name, tail, document: JSON.stringify(document) }
}

/** What a reader of bytes sees of a document; it reads all of one that holds half a character. */
function sketchOf(document: unknown, name: Api): unknown {
  if (!isWellFormed(document)) return undefined
  try {
    return restrict(document, apiOf(name, document).format.picks)
  } catch (error) {
    if (error instanceof Strange) return undefined
    throw error
  }
}

function isOwn(document: unknown, api: Api): boolean {
  try {
    return apiOf(api, document).format.name === formatOf(api)
  } catch {
    return false
  }
}

const formatNamed = (name: string) => allFormats.find((format) => format.name === name) as KnownFormat

const fixtures = (format: Format): readonly unknown[] => [
  ...brokenOf(format).flatMap(({ broken, fixed }) => [broken, fixed]),
  ...soundOf(format).map(({ document }) => document),
  ...rows.filter(({ api }) => apisOf(format).includes(api)).map(({ document }) => document),
]

describe('a plain conversation has no fault: fixtures and the corpus, for every API of their format', () => {
  test.each(apis)('%s', (api) => {
    const own = fixtures(formatOf(api)).filter((document) => isOwn(document, api))
    const lies = own.flatMap((document) => tails.flatMap((tail) => lieAbout(document, api, tail) ?? []))
    expect(lies).toEqual([])
  })
})

test.each(rulebooks)('the picks of $format show all members that $name refuses by name', (rulebook) => {
  const { picks } = formatNamed(rulebook.format)
  const rows = [rulebook.rows['unsupported-property'], rulebook.rows['unsupported-part-member']]
  const refused = rows.flatMap((row) => Object.values(row?.refusedMembers ?? {}).flat())
  const isClosed = picks.each?.isClosed === true
  expect(isClosed ? [] : refused.filter((name) => !printJson(picks).includes(`"${name}"`))).toEqual([])
})

describe('a plain conversation has no fault: short ones in which a value was changed', () => {
  const oneOf = 97
  test.each(apis)('%s', (api) => {
    // Each API sees other variants, so that together they see more of them.
    let number = apis.indexOf(api)
    const lies: Lie[] = []
    for (const talk of smallTalks[formatOf(api)]) {
      for (const document of variantsOf(talk)) {
        if (number++ % oneOf !== 0 || !isOwn(document, api)) continue
        const lie = lieAbout(document, api, tails[number % tails.length] ?? 'closed')
        if (lie !== undefined) lies.push(lie)
      }
    }
    lies.sort((left, right) => left.document.length - right.document.length)
    expect(lies.slice(0, 3)).toEqual([])
  })
})

test('a plain conversation has no fault: drawn ones with damages', { timeout: 600_000 }, () => {
  const holds = fc.property(damagedCase, ({ api, tail, document }) => {
    if (isOwn(document, api)) expect(lieAbout(document, api, tail)).toBeUndefined()
  })
  fc.assert(holds, { numRuns: amount(1200) })
})
