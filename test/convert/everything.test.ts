import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converters } from '../../core/src/formats/converters.ts'
import { type Converted, convert, repair } from '../../core/src/index.ts'
import type { Converter } from '../../core/src/model/converter.ts'
import { amount } from '../amount.ts'
import { rows } from '../corpus/rows.ts'
import { apiOf } from '../laws/task.ts'
import { type Fact, factsOf, sameFact, tellsOf } from './facts.ts'
import { richRequests } from './rich.ts'

// There and back: settings, tools, marks, reasoning, proofs, flags, shapes and speakers are the same, up to `lost`.

const runs = amount(Number(process.env.MORTISE_CONVERT ?? 8))

/** What a format has to say though the source does not. */
const required: ReadonlySet<string> = new Set(['outputLimit'])

interface Trip {
  readonly document: unknown
  readonly from: Converter
  readonly to: Converter
  readonly api?: string
}

/** The facts that are not the same after the way there and back, and that nobody told of. */
function silentChanges({ document, from, to, api }: Trip): readonly string[] {
  const side = api === undefined ? {} : { fromApi: apiOf(api, document).rulebook }
  const home = api === undefined ? {} : { api: apiOf(api, document).rulebook }
  const there = convert(document, { from: from.format, ...side, to: to.format })
  const back = convert(there.document, { from: to.format, to: from.format, ids: there.report.ids, ...home })
  const before = factsOf(document, from)
  const after = factsOf(back.document, from)
  const away = factsOf(there.document, to)
  const isTold = (fact: Fact): boolean =>
    there.report.lost.some((loss) => tellsOf(loss, fact)) ||
    back.report.lost.some((loss) => away.some((each) => sameFact(each, fact) && tellsOf(loss, each))) ||
    isPlanned(there, fact) ||
    isPlanned(back, fact)
  const gone = before.filter(
    (fact) => !after.some((each) => sameFact(each, fact) && each.value === fact.value),
  )
  // Where a setting is told in other words, its loss is listed.
  const isOther = (fact: Fact): boolean =>
    before.some((each) => each.kind === 'setting' && rootOf(each) === rootOf(fact) && isTold(each))
  const come = after.filter(
    (fact) =>
      !before.some((each) => sameFact(each, fact)) &&
      !required.has(fact.key) &&
      !isOther(fact) &&
      !isPlanned(there, fact) &&
      !isPlanned(back, fact),
  )
  return [
    ...gone.filter((fact) => !isTold(fact)).map((fact) => `gone: ${shown(fact)}`),
    ...come.map((fact) => `come: ${shown(fact)}`),
  ]
}

/** The words by which a plan tells that it changes a fact: the members that its edits set, or the rule behind them. */
const plannedWords: Readonly<Record<string, RegExp>> = {
  mark: /cache_control|cachePoint|cacheControl/,
  'error flag': /"call-without-result"/,
  toolChoice: /"tool_choice"/,
  thinking: /"thinking"/,
}

/** Whether a repair tells of a fact: of what it takes away, declares or answers. */
function isPlanned({ report }: Converted, fact: Fact): boolean {
  const planned = JSON.stringify(report.plans)
  const { kind, value, key } = fact
  if (plannedWords[kind === 'setting' ? rootOf(fact) : kind]?.test(planned) === true) return true
  if (kind === 'tool' || kind === 'tool kind') return planned.includes(`"${key.replace(/\.\w+$/, '')}"`)
  const isWhole = (text: string): boolean =>
    text.length > 6 && planned.includes(JSON.stringify(text).slice(1, -1))
  return isWhole(value) || isWhole(key)
}

const rootOf = ({ key }: Fact): string => key.split('.')[0] ?? ''

function shown({ kind, key, value, at }: Fact): string {
  return `${kind} ${key} = ${value.slice(0, 80)} at ${at.join('.')}`
}

/** A document of a format that its own API accepts. */
function soundOf(document: unknown, from: Converter, api?: string): unknown {
  const side = api === undefined ? {} : { api: apiOf(api, document).rulebook }
  const { document: sound, report } = repair(document, { format: from.format, ...side })
  return report.left.some(({ severity }) => severity === 'refused') ? undefined : sound
}

describe.each(converters.map((converter) => [converter.format, converter] as const))('from %s', (_, from) => {
  const targets = converters.filter((to) => to !== from).map((to) => [to.format, to] as const)

  test.each(targets)(`${runs} rich requests to %s and back say the same`, (__, to) => {
    fc.assert(
      fc.property(richRequests(from.provider), (request) => {
        const written = from.request.write(request, {
          lose: () => {},
          provider: from.provider,
          model: undefined,
        })
        const document = soundOf(JSON.parse(JSON.stringify(written)), from)
        if (document === undefined) return
        expect(silentChanges({ document, from, to })).toEqual([])
      }),
      { numRuns: runs, seed: 21 },
    )
  })

  test.each(targets)('every row of the corpus to %s and back says the same', (__, to) => {
    for (const { api, document: given, id } of rows) {
      if (apiOf(api, given).format.name !== from.format) continue
      const document = soundOf(given, from, api)
      if (document === undefined) continue
      expect([id, silentChanges({ document, from, to, api })]).toEqual([id, []])
    }
  })
})
