import { apply, type CompactOptions, compact, invert, type Plan, scan } from '@mortise/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { match } from '../../core/src/engine/match.ts'
import { readAll } from '../../core/src/engine/reading.ts'
import { speakerOf } from '../../core/src/model/transcript.ts'
import { type Case, damagedCase, soundCase } from '../generate/case.ts'
import { freeze } from '../laws/laws.ts'
import { apiOf } from '../laws/task.ts'
import { complaints, type Tail } from '../oracle/index.ts'

// What was wrong before and cannot be mended without inventing.
const unmendable = /at the end|the last message|no user speaks|blocks have cache_control/

export interface Question {
  readonly document: unknown
  readonly api: string
  readonly tail: Tail
}

/** A counter by which a budget is a number of messages. */
const one = (): number => 1

/** Asserts what a compaction promises, for one document and one wish. */
export function smallerLaws({ document, api: name, tail }: Question, wish: CompactOptions): unknown {
  freeze(document)
  const { rulebook: api } = apiOf(name, document)
  const text = JSON.stringify(document)
  const options: CompactOptions = { ...wish, api, tail }
  const made = compact(document, options)
  const { document: small, report } = made
  holds(JSON.stringify(document) === text, 'the input is untouched')
  holds(JSON.stringify(compact(document, options)) === JSON.stringify(made), 'two runs are identical')
  if (wish.budget !== undefined) {
    holds(report.fits === report.after.tokens <= wish.budget, 'fits tells the truth')
    holds(report.smallest === (report.fits ? undefined : report.after.tokens), 'smallest tells the truth')
  }
  holds(report.wasRepaired || report.after.tokens <= report.before.tokens, 'never larger')
  holds(
    report.wasRepaired || !report.fits || report.plan.edits.length > 0 || small === document,
    'same reference',
  )
  const left = scan(small, api, { tail })
  expect(left, 'left is what a new scan finds').toEqual(report.left)
  const known = new Set(report.found.map(({ rule }) => rule))
  const fresh = left.filter(({ rule, severity }) => severity === 'refused' && !known.has(rule))
  expect(fresh, 'nothing is refused that was not refused before').toEqual([])
  const refusals = complaints(small, { api: name, tail }).filter((complaint) => !unmendable.test(complaint))
  expect(refusals, 'an independent checker accepts it').toEqual([])
  reversible(document, small, report.plan)
  return small
}

function holds(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`It does not hold that ${what}.`)
}

function reversible(document: unknown, small: unknown, plan: Plan): void {
  const made = apply(document, JSON.parse(JSON.stringify(plan)) as Plan)
  holds(made.ok && JSON.stringify(made.value) === JSON.stringify(small), 'apply makes the document')
  const undone = apply(small, JSON.parse(JSON.stringify(invert(plan))) as Plan)
  holds(undone.ok && JSON.stringify(undone.value) === JSON.stringify(document), 'invert restores it')
}

/** The pairs of call and result, by the marks in them. */
function jointsOf(document: unknown, name: string): readonly string[] {
  const { format, rulebook } = apiOf(name, document)
  const { turns, facts } = readAll(document, format)
  const { joints } = match(turns, rulebook.layout, facts.isContinued, format.pairByCount)
  return joints.map(({ call, result }) => `${marksIn(call.raw)} → ${marksIn(result?.raw)}`)
}

/** What must stay: the marks of the first user turn, of the last, and of each pinned one. */
function keptMarks(document: unknown, name: string, pins: readonly number[]): readonly string[] {
  const { turns } = readAll(document, apiOf(name, document).format)
  const users = turns.filter(
    (turn) => speakerOf(turn) === 'user' && turn.parts.some(({ kind }) => kind === 'text'),
  )
  return [users[0], users.at(-1), ...pins.map((at) => turns[at])].flatMap((turn) => marks(turn?.raw))
}

function marks(value: unknown): readonly string[] {
  return (JSON.stringify(value) ?? '').match(/«\w+»/g) ?? []
}

function marksIn(value: unknown): string {
  return marks(value).join('')
}

/** Runs the laws over generated conversations, each with every budget from one message to all. */
export function everyBudgetHolds(runs: number, seed?: number): void {
  const property = fc.property(soundCase, fc.nat(30), (one, pin) => holdsAtEveryBudget(one, pin))
  checkProperty(property, runs, seed)
}

function holdsAtEveryBudget({ api, tail, document }: Case, pin: number): void {
  const { format } = apiOf(api, document)
  const count = format.turnsOf(document)?.length ?? 0
  const before = new Set(jointsOf(document, api))
  const pins = pin < count ? [pin] : []
  const kept = keptMarks(document, api, pins)
  const system = JSON.stringify(document).includes('Be brief.')
  for (let budget = 1; budget <= count + 1; budget++) {
    const small = smallerLaws({ document, api, tail }, { budget, countTokens: one, pin: pins })
    for (const joint of jointsOf(small, api)) holds(before.has(joint), `${joint} is a joint`)
    const text = JSON.stringify(small)
    for (const mark of kept) holds(text.includes(mark), `${mark} is kept with a budget of ${budget}`)
    holds(!system || text.includes('Be brief.'), 'instructions are kept')
  }
}

/** Runs the laws over damaged conversations, with a wish of any kind each. */
export function anyWishHolds(runs: number, seed?: number): void {
  const keep = fc.record({ firstUser: fc.boolean(), system: fc.boolean() })
  const stages = fc.uniqueArray(fc.constantFrom('shorten', 'clear', 'drop', 'cut'))
  const wish = fc.oneof(
    fc.record({ budget: fc.nat(400) }),
    fc.record({ fraction: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ budget: fc.nat(300), keep }),
    fc.record({ budget: fc.nat(300), keep, stages }),
    fc.record({ fraction: fc.double({ min: 0, max: 1, noNaN: true }), keep, stages }),
  )
  const property = fc.property(damagedCase, wish, ({ api, tail, document }, wished) => {
    smallerLaws({ document, api, tail }, wished as CompactOptions)
  })
  checkProperty(property, runs, seed)
}

/** Runs the laws over conversations with long results, which are shortened and cleared before anything goes. */
export function longResultsHold(runs: number, seed?: number): void {
  const long = 'a line of the output '.repeat(150)
  const property = fc.property(soundCase, fc.nat(12), ({ api, tail, document }, share) => {
    const text = JSON.stringify(document).replaceAll('got «', `${long}got «`)
    const question = { document: JSON.parse(text) as unknown, api, tail }
    const { tokens } = compact(question.document, { api: apiOf(api, document).rulebook, tail, budget: 1e9 })
      .report.before
    const small = smallerLaws(question, {
      budget: Math.floor((tokens * share) / 12),
      stages: ['shorten', 'clear'],
    })
    expect(jointsOf(small, api).length, 'every joint stays').toBe(jointsOf(document, api).length)
    const isSmaller = share === 12 || !text.includes(long) || JSON.stringify(small).length < text.length
    holds(isSmaller, 'long results become shorter')
  })
  checkProperty(property, runs, seed)
}

function checkProperty<Values>(property: fc.IProperty<Values>, runs: number, seed: number | undefined): void {
  const details = fc.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) })
  if (details.failed) console.log(fc.defaultReportMessage(details), details.errorInstance)
  expect(details.failed).toBe(false)
}
