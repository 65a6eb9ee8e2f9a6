import type { Rulebook } from '@mortise/core'
import { vi } from 'vitest'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'
import { growingShapes } from './growing-shapes.ts'
import { startCounting, type WorkCounter } from './work.ts'

type Core = typeof import('@mortise/core')

/** The doors of core, by which a document is read, mended, made smaller and converted. */
type Doors = Readonly<Record<string, (document: unknown, api: Rulebook) => () => unknown>>

/** Counts core's work, and asks of each shape that it grows with the document and no faster. */
export interface LinearLaw {
  /** The shapes of a format that grow faster, each with the door and how much steeper it becomes. */
  steepIn(format: string, from: number, oneOf: number): readonly string[]
  /** How much steeper the work of one shape becomes; undefined where it is a line. */
  steepness(api: string, door: string, build: (count: number) => unknown): number | undefined
  stop(): void
}

/** Loads core once more, so that its work is counted. */
export async function linearLaw(): Promise<LinearLaw> {
  const counter = startCounting((url) => url.includes('/core/src/'))
  vi.resetModules()
  const core = await import('@mortise/core')
  return {
    steepIn: (format, from, oneOf) => steepIn(core, counter, format, from, oneOf),
    steepness(name, door, build) {
      const api = core.rulebooks.find((rulebook) => rulebook.name === name) as Rulebook
      const open = doorsOf(core, api.format)[door] as Doors[string]
      return steepness(core, counter, (count) => open(build(count), api), 4 * first)
    },
    stop: counter.stop,
  }
}

function doorsOf({ scan, plan, apply, repairBytes, compact, convert, formats }: Core, format: string): Doors {
  const targets = formats.filter(({ name }) => name !== format && !own.includes(name))
  return {
    scan: (document, api) => () => scan(document, api),
    plan: (document, api) => () => plan(document, api),
    drop: (document, api) => () => plan(document, api, 'drop'),
    'drop-turn': (document, api) => () => plan(document, api, 'drop-turn'),
    apply(document, api) {
      const { plan: edits } = plan(document, api)
      return () => apply(document, edits)
    },
    repairBytes(document, api) {
      const bytes = new TextEncoder().encode(JSON.stringify(document))
      return () => repairBytes(bytes, { api })
    },
    compact: (document, api) => () => compact(document, { api, fraction: 0.5 }),
    budget: (document, api) => () => compact(document, { api, budget: 200 }),
    ...Object.fromEntries(
      targets.map(({ name }): [string, Doors[string]] => [
        `to ${name}`,
        (document, api) => () => convert(document, { from: format, fromApi: api, to: name }),
      ]),
    ),
  }
}

/** Formats of libraries and agents, which nothing is converted to. */
const own: readonly string[] = ['neovate', 'ai-sdk']

function steepIn(core: Core, counter: WorkCounter, format: string, from: number, oneOf: number): string[] {
  const doors = Object.entries(doorsOf(core, format))
  const steep: string[] = []
  let number = from
  for (const { file, api: name, document } of documentsOf(format)) {
    const api = core.rulebooks.find((rulebook) => rulebook.name === name && rulebook.format === format)
    if (api === undefined) continue
    for (const shape of growingShapes(document))
      for (const [door, open] of doors) {
        if (number++ % oneOf > 0) continue
        const by = steepness(core, counter, (count) => open(shape.build(count), api))
        if (by !== undefined) steep.push(`${file}: ${shape.name}: ${door}: ${by.toFixed(1)}`)
      }
  }
  return steep
}

interface Given {
  readonly file: string
  readonly api: string
  readonly document: unknown
}

function documentsOf(format: string): readonly Given[] {
  return [...soundOf(format), ...brokenOf(format).map((row) => ({ ...row, document: row.broken }))]
}

/** A line that is doubled costs two times as much, a square four times. */
const limit = 3
const first = 40

/**
 * How much steeper the work becomes where a document grows; undefined where it is a line.
 *
 * Suspicion costs little and is checked with larger documents, where what is done once weighs nothing.
 */
function steepness(
  core: Core,
  counter: WorkCounter,
  open: (count: number) => () => unknown,
  from = first,
): number | undefined {
  const known = new Map<number, number>()
  const work = (count: number): number => {
    const before = known.get(count)
    if (before !== undefined) return before
    const now = counter.count(forgiving(core, open(count)))
    known.set(count, now)
    return now
  }
  const slope = (count: number): number =>
    (work(4 * count) - work(2 * count)) / Math.max(count, work(2 * count) - work(count))
  work(from)
  known.clear()
  if (slope(from) < 2.3) return undefined
  for (const count of [4 * from, 8 * from]) if (slope(count) < limit) return undefined
  return slope(8 * from)
}

/** What a door refuses to read has no steps that matter. */
function forgiving({ MortiseError }: Core, run: () => unknown): () => void {
  return () => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof MortiseError)) throw error
    }
  }
}
