import { type CompactOptions, compact, repair, type Stage, type SummaryRequest, scan } from '@mortise/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { counterFor } from '../../core/src/compact/count.ts'
import type { CompactWishes } from '../../core/src/compact/options.ts'
import { keptUnits } from '../../core/src/compact/protect.ts'
import { sketchOf } from '../../core/src/compact/sketch.ts'
import { isSummaryAlone } from '../../core/src/engine/arrange/summary.ts'
import { withTurns } from '../../core/src/engine/diff/between.ts'
import type { Api } from '../../core/src/model/format.ts'
import type { Turn } from '../../core/src/model/transcript.ts'
import { type Case, caseWith } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'
import type { Tail } from '../oracle/index.ts'
import { holds, smallerLaws, type Wish } from './laws.ts'

// All choices of what goes are tried: twice as many with each unit more.
const mostFree = 7

const counters = {
  messages: (): number => 1,
  characters: (text: string): number => text.length,
  words: (text: string): number => text.split(/\s+/).length + 3,
  quarters: (text: string): number => Math.ceil(text.length / 4),
  estimate: undefined,
} as const

/** Some that put up with any neighbours, and all that do not. */
const apis = fc.constantFrom(
  'anthropic',
  'openai',
  'openai-responses',
  'gemini',
  'mistral',
  'bedrock',
  'llama-cpp',
  'everywhere-openai-chat',
  'everywhere-anthropic-messages',
  'everywhere-openai-responses',
  'everywhere-gemini-contents',
)

/** What is drawn beside a conversation. */
const wishes = fc.record({
  stages: fc.shuffledSubarray<Stage>(['shorten', 'clear', 'summarize', 'drop', 'cut', 'hide'], {
    minLength: 1,
  }),
  counter: fc.constantFrom<keyof typeof counters>('messages', 'characters', 'words', 'quarters', 'estimate'),
  keep: fc.record({ firstUser: fc.boolean(), system: fc.boolean() }),
  pin: fc.array(fc.nat(12), { maxLength: 3 }),
  isLong: fc.boolean(),
  isSummedUp: fc.boolean(),
  summary: fc.constantFrom('s', 'what was said before, in a few words', ''),
})

type Drawn = typeof wishes extends fc.Arbitrary<infer One> ? One : never

/** Draws conversations and wishes, and compares every budget with what trying all choices comes to. */
export async function nothingIsSmaller(runs: number, seed?: number): Promise<void> {
  const property = fc.asyncProperty(caseWith(fc.constant([]), apis), wishes, nothingIsSmallerFor)
  const details = await fc.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) })
  if (details.failed) console.log(fc.defaultReportMessage(details), details.errorInstance)
  expect(details.failed).toBe(false)
}

async function nothingIsSmallerFor(
  drawn: Case,
  { counter, isLong, isSummedUp, summary, ...wish }: Drawn,
): Promise<void> {
  const { api, tail } = drawn
  const given = varied(drawn, isLong)
  const document = isSummedUp ? await summedUp(given, api, tail) : given
  const countTokens = counters[counter]
  await comparesAtEveryBudget(
    { api, tail, document },
    { ...wish, ...(countTokens && { countTokens }) },
    summary,
  )
}

/** The same conversation with a summary of its first half. */
async function summedUp(document: unknown, name: string, tail: Tail): Promise<unknown> {
  const options = { api: apiOf(name, document).rulebook, tail, fraction: 0.5, keep: { firstUser: false } }
  const made = await compact(document, { ...options, summarize: () => 'they talked about this and that' })
  return made.document
}

/** The same conversation with texts of many lengths: what the engine writes is longer than some. */
function varied({ document, api, tail }: Case, isLong: boolean): unknown {
  const text = JSON.stringify(document)
    .replace(
      /(please|so) «t(\d+)»/g,
      (said, _, number: string) => ['k', said, `${said} `.repeat(4)][+number % 3] ?? said,
    )
    .replace(/got «/g, isLong ? `${'a line of the output '.repeat(120)}got «` : 'got «')
  return repair(JSON.parse(text) as unknown, { api: apiOf(api, document).rulebook, tail }).document
}

interface Asked {
  readonly messages: readonly unknown[]
  readonly said: string
}

type Plain = CompactWishes & { readonly stages: readonly Stage[] }

async function comparesAtEveryBudget(
  { document, api: name, tail }: { document: unknown; api: string; tail: Tail },
  wish: Plain,
  summary: string,
): Promise<void> {
  const field = fieldOf(document, apiOf(name, document), tail, wish)
  if (field === undefined) return
  const without = smallestOf(field, [])
  const all = sizeIn(field, document)
  const most = wish.countTokens === counters.messages ? all : Math.min(all, 12)
  for (let step = 0; step <= most; step++) {
    const budget = most === all ? step : Math.floor((all * step) / most)
    for (const close of step === 0 ? [budget, without - 1, without, without + 1] : [budget]) {
      if (close < 0) continue
      const asked: Asked[] = []
      const summarize = ({ messages }: SummaryRequest): string => {
        asked.push({ messages, said: summary })
        return summary
      }
      const isSummed = wish.stages.includes('summarize')
      const { report } = await smallerLaws({ document, api: name, tail }, {
        ...wish,
        budget: close,
        ...(isSummed && { summarize }),
      } as Wish)
      // Each run asks anew, and asks the same.
      const heard = asked.slice(0, asked.length / 2)
      const smallest = smallestOf(
        field,
        canDrop(field) || !isSummed ? heard : [...heard, allOf(field, summary)],
      )
      const told = JSON.stringify({ budget: close, smallest, without, ...report.after, asked: heard.length })
      holds(report.fits || report.smallest === smallest, `nothing is smaller: ${told}`)
      holds(report.fits || close < smallest, `what can fit does: ${told}`)
    }
  }
}

interface Unit {
  readonly start: number
  readonly end: number
  readonly mayGo: boolean
  /** Whether it goes where all is summed up: an earlier summary does, too. */
  readonly isSummable: boolean
  /** Whether it only parts a summary from the user's words. */
  readonly isNod: boolean
}

/** A summary that an earlier compaction wrote, and that nobody pinned. */
function isOldSummary(turn: Turn | undefined, pins: ReadonlySet<number>): boolean {
  return turn !== undefined && isSummaryAlone(turn) && !pins.has(turn.index)
}

/** What can be chosen from. */
interface Field {
  readonly api: Api
  readonly tail: Tail
  readonly wish: Plain
  readonly document: unknown
  readonly raws: readonly unknown[]
  /** The same with results as small as the stages make them. */
  readonly shrunk: readonly unknown[]
  /** The position after the last turn of each unit, and whether it may go. */
  readonly units: readonly Unit[]
  /** The rules that the document breaks anyway. */
  readonly broken: ReadonlySet<string>
}

function fieldOf(document: unknown, api: Api, tail: Tail, wish: Plain): Field | undefined {
  const { format, rulebook } = api
  const counter = counterFor(format, wish.countTokens)
  const sketch = sketchOf(document, api, counter)
  const pins = new Set((wish.pin as readonly number[]).filter((at) => at < sketch.turns.length))
  const kept = keptUnits(sketch, rulebook, wish.keep, pins, new Set())
  const isKept = (unit: number): boolean => kept.units.has(unit) && unit !== kept.opening
  const units = sketch.starts.map((start, unit) => ({
    start,
    end: sketch.starts[unit + 1] ?? sketch.turns.length,
    mayGo: !isKept(unit),
    isNod: kept.nods.has(unit),
    isSummable: !kept.nods.has(unit) && (!isKept(unit) || isOldSummary(sketch.turns[start], pins)),
  }))
  if (units.filter(({ mayGo }) => mayGo).length > mostFree) return undefined
  const shrinking = wish.stages.filter((stage) => stage === 'shorten' || stage === 'clear')
  const small = compact(document, {
    ...wish,
    api: rulebook,
    tail,
    stages: shrinking,
    budget: 0,
  } as CompactOptions)
  const broken = new Set(refusedIn(document, api, tail))
  const shrunk = format.turnsOf(small.document) ?? []
  return { api, tail, wish, document, raws: format.turnsOf(document) ?? [], shrunk, units, broken }
}

function canDrop({ wish: { stages } }: Field): boolean {
  return stages.includes('drop') || stages.includes('cut')
}

/** A summary of all that may go: where nothing is dropped, it is asked for before anybody says that nothing fits. */
function allOf({ units, raws }: Field, said: string): Asked {
  return {
    messages: units
      .filter(({ isSummable }) => isSummable)
      .flatMap(({ start, end }) => raws.slice(start, end)),
    said,
  }
}

/** The least that any choice comes to, without a summary or with one of those that were given. */
function smallestOf(field: Field, asked: readonly Asked[]): number {
  return Math.min(
    smallestWith(field, undefined),
    ...asked.filter(({ said }) => said !== '').map((one) => smallestWith(field, one)),
  )
}

function smallestWith(field: Field, summary: Asked | undefined): number {
  const { wish, units } = field
  const summed = new Set(summary?.messages)
  const isSummed = ({ start, mayGo, isNod }: Unit): boolean =>
    summed.has(field.raws[start]) || (summary !== undefined && isNod && mayGo)
  const free = units.filter((unit) => unit.mayGo && !isSummed(unit))
  const first = units.find((unit) => isSummed(unit) && unit.mayGo && !unit.isNod)
  if (summary !== undefined && first === undefined) return Number.POSITIVE_INFINITY
  const whole = (gone: ReadonlySet<object>): unknown[] =>
    units.flatMap((unit) => [
      ...(unit === first && summary !== undefined ? [summaryTurn(field, summary)] : []),
      ...(gone.has(unit) || isSummed(unit) ? [] : field.shrunk.slice(unit.start, unit.end)),
    ])
  const isDropped = canDrop(field)
  const isMoved = isDropped || wish.stages.includes('hide')
  let least = Number.POSITIVE_INFINITY
  for (const gone of subsetsOf(isMoved ? free : [])) {
    if (isDropped || gone.size === 0) least = Math.min(least, sizeMended(field, whole(gone)))
    else
      least = Math.min(
        least,
        sizeSeen(
          field,
          whole(new Set()),
          new Set([...gone].flatMap(({ start, end }) => field.shrunk.slice(start, end))),
        ),
      )
  }
  return least
}

function summaryTurn({ api: { format }, raws }: Field, { messages, said }: Asked): unknown {
  const text = `[summary of earlier messages: ${messages.length} in number]\n${said}`
  return format.renderTurn('user', { text }, raws.at(-1))
}

function* subsetsOf<Item extends object>(items: readonly Item[]): Iterable<ReadonlySet<Item>> {
  for (let bits = 0; bits < 2 ** items.length; bits++)
    yield new Set(items.filter((_, at) => (bits >> at) & 1))
}

/** How much is left where the engine may put in what the API wants. */
function sizeMended(field: Field, turns: readonly unknown[]): number {
  const { api, tail } = field
  const { document } = repair(documentOf(field, turns), { api: api.rulebook, tail })
  return isTaken(field, document) ? sizeIn(field, document) : Number.POSITIVE_INFINITY
}

/** How much is to be seen where some turns are hidden and nothing can be put in. */
function sizeSeen(field: Field, turns: readonly unknown[], hidden: ReadonlySet<unknown>): number {
  const { api, tail } = field
  const mended = repair(documentOf(field, turns), { api: api.rulebook, tail }).document
  const seen = documentOf(
    field,
    (api.format.turnsOf(mended) ?? []).filter((raw) => !hidden.has(raw)),
  )
  return isTaken(field, seen) ? sizeIn(field, seen) : Number.POSITIVE_INFINITY
}

function documentOf({ document, api: { format } }: Field, turns: readonly unknown[]): unknown {
  return withTurns(document, format.rootOf(document), turns)
}

function isTaken({ api, tail, broken }: Field, document: unknown): boolean {
  return refusedIn(document, api, tail).every((rule) => broken.has(rule))
}

function refusedIn(document: unknown, { rulebook }: Api, tail: Tail): readonly string[] {
  const found = scan(document, rulebook, { tail })
  return found.filter(({ severity }) => severity === 'refused').map(({ rule }) => rule)
}

function sizeIn({ api, wish: { countTokens } }: Field, document: unknown): number {
  const options = {
    api: api.rulebook,
    policy: 'report',
    budget: 1e12,
    ...(countTokens && { countTokens }),
  } as const
  return compact(document, options).report.before.tokens
}
