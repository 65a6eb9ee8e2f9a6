import { type CompactOptions, compact, neovatePath, type Stage } from '@mortise/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { damagedCase as anyDamagedCase, soundCase as anySoundCase, type Case } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'
import { holds, jointsOf, keptMarks, smallerLaws, summarize, type Wish } from './laws.ts'

// A list of which some messages are not sent is not made smaller.
const soundCase = anySoundCase.filter(isSent)
const damagedCase = anyDamagedCase.filter(isSent)

function isSent({ api, document }: Case): boolean {
  const turns: unknown = Array.isArray(document) ? document : document.messages
  return !api.endsWith('neovate') || !Array.isArray(turns) || neovatePath(turns) === turns
}

/** A counter by which a budget is a number of messages. */
const one = (): number => 1

/** Any stages, in any order. */
const anyStages: fc.Arbitrary<Stage[]> = fc.shuffledSubarray([
  'shorten',
  'clear',
  'summarize',
  'drop',
  'cut',
  'hide',
])

/** The same wish, with somebody who summarises where that is wished for. */
function withSummary(wish: object): Wish {
  const isSummed = 'stages' in wish && (wish.stages as readonly Stage[]).includes('summarize')
  return (isSummed ? { ...wish, summarize } : wish) as Wish
}

/** Runs the laws over generated conversations, each with every budget from one message to all. */
export async function everyBudgetHolds(runs: number, seed?: number): Promise<void> {
  const stages = fc.option(anyStages, { nil: undefined })
  const property = fc.asyncProperty(soundCase, fc.nat(30), stages, holdsAtEveryBudget)
  await checkProperty(property, runs, seed)
}

async function holdsAtEveryBudget(
  { api, policy, tail, document }: Case,
  pin: number,
  stages: readonly Stage[] | undefined,
): Promise<void> {
  const { format } = apiOf(api, document)
  const count = format.turnsOf(document)?.length ?? 0
  const before = new Set(jointsOf(document, api))
  const pins = pin < count ? [pin] : []
  const kept = keptMarks(document, api, pins)
  const system = JSON.stringify(document).includes('Be brief.')
  for (let budget = 1; budget <= count + 1; budget++) {
    const wish = { budget, countTokens: one, pin: pins, policy, ...(stages && { stages }) }
    const { visible } = await smallerLaws({ document, api, tail }, withSummary(wish))
    for (const joint of jointsOf(visible, api)) holds(before.has(joint), `${joint} is a joint`)
    const text = JSON.stringify(visible)
    for (const mark of kept) holds(text.includes(mark), `${mark} is kept with a budget of ${budget}`)
    holds(!system || text.includes('Be brief.'), 'instructions are kept')
  }
}

/** Runs the laws over conversations that were summed up and go on: what was said once stays as it was said. */
export async function laterBudgetsHold(runs: number, seed?: number): Promise<void> {
  const property = fc.asyncProperty(soundCase, anyStages, fc.nat(12), async (one, stages, share) => {
    const { api, tail, document } = one
    const { tokens } = compact(document, { api: apiOf(api, document).rulebook, tail, budget: 1e9 }).report
      .before
    const keep = { firstUser: share % 2 === 0 }
    const first = { budget: Math.floor((tokens * share) / 12), keep, stages: ['summarize'] }
    const { document: summed } = await smallerLaws({ document, api, tail }, withSummary(first))
    const budget = Math.floor((tokens * share) / 24)
    for (const later of [{ budget: 1 }, { budget }, { budget, keep, stages }])
      await smallerLaws({ document: summed, api, tail }, withSummary(later))
  })
  await checkProperty(property, runs, seed)
}

/** Runs the laws over damaged conversations, with a wish of any kind each. */
export async function anyWishHolds(runs: number, seed?: number): Promise<void> {
  const keep = fc.record({ firstUser: fc.boolean(), system: fc.boolean() })
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  const wish = fc.oneof(
    fc.record({ budget: fc.nat(400) }),
    fc.record({ fraction }),
    fc.record({ budget: fc.nat(300), keep }),
    fc.record({ budget: fc.nat(300), keep, stages: anyStages }),
    fc.record({ fraction, keep, stages: anyStages }),
  )
  const property = fc.asyncProperty(damagedCase, wish, async ({ api, tail, document }, wished) => {
    await smallerLaws({ document, api, tail }, withSummary(wished))
  })
  await checkProperty(property, runs, seed)
}

/** Runs the laws over conversations with long results, which are shortened and cleared before anything goes. */
export async function longResultsHold(runs: number, seed?: number): Promise<void> {
  const long = 'a line of the output '.repeat(150)
  const property = fc.asyncProperty(soundCase, fc.nat(12), async ({ api, tail, document }, share) => {
    const text = JSON.stringify(document).replaceAll('got «', `${long}got «`)
    const question = { document: JSON.parse(text) as unknown, api, tail }
    const { tokens } = compact(question.document, { api: apiOf(api, document).rulebook, tail, budget: 1e9 })
      .report.before
    const wish: CompactOptions = { budget: Math.floor((tokens * share) / 12), stages: ['shorten', 'clear'] }
    const { document: small } = await smallerLaws(question, wish)
    expect(jointsOf(small, api).length, 'every joint stays').toBe(jointsOf(document, api).length)
    const isSmaller = share === 12 || !text.includes(long) || JSON.stringify(small).length < text.length
    holds(isSmaller, 'long results become shorter')
  })
  await checkProperty(property, runs, seed)
}

async function checkProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  runs: number,
  seed: number | undefined,
): Promise<void> {
  const details = await fc.check(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }) })
  if (details.failed) console.log(fc.defaultReportMessage(details), details.errorInstance)
  expect(details.failed).toBe(false)
}
