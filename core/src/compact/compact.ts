import { chooseApi, findApi } from '../choose.ts'
import { followWith } from '../follow.ts'
import type { ApiChoice } from '../model/api-name.ts'
import type { Api } from '../model/format.ts'
import type { Known } from '../model/known.ts'
import { choosePolicy } from '../model/policy.ts'
import { checkSummary, checkWishes, misuse } from './check.ts'
import { counterFor } from './count.ts'
import type { Compacted, CompactOptions, Summarize, SummarizeOptions } from './options.ts'
import { type Compacting, type Compaction, run, type StageCourse } from './run.ts'
import type { CompactSketch, TurnWeight } from './sketch.ts'

/** Makes a conversation smaller without breaking a joint. */
export interface Compact {
  <Document>(document: Document, options: CompactOptions): Compacted<Document>
  <Document>(document: Document, options: SummarizeOptions): Promise<Compacted<Document>>
}

/** Makes a conversation that grows smaller, call after call. */
export interface CompactFollower {
  /**
   * Makes the conversation as it is now small enough; turns that an earlier call read are not read again.
   *
   * A list may grow in place or be another list; messages already seen may not be changed in place.
   */
  compact<Document>(document: Document): Compacted<Document>
}

/** `followCompact`, as a door gives it. */
export type FollowCompact = (options: CompactOptions & { readonly api: ApiChoice }) => CompactFollower

/** `compact`, for what a door knows. */
export function compactOf(known: Known): Compact {
  function compact<Document>(document: Document, options: CompactOptions): Compacted<Document>
  function compact<Document>(document: Document, options: SummarizeOptions): Promise<Compacted<Document>>
  function compact<Document>(
    document: Document,
    options: CompactOptions | SummarizeOptions,
  ): Compacted<Document> | Promise<Compacted<Document>> {
    return options?.summarize === undefined
      ? compactNow(known, document, options)
      : compactLater(known, document, options)
  }
  return compact
}

function compactNow<Document>(
  known: Known,
  document: Document,
  options: CompactOptions,
): Compacted<Document> {
  checkWishes('compact', options)
  const api = apiFor(known, document, options)
  return compacted(finishNow(run(compactionOf(known, document, api, options))), api)
}

/** The same with somebody to wait for: whatever goes wrong, the promise tells. */
async function compactLater<Document>(
  known: Known,
  document: Document,
  options: SummarizeOptions,
): Promise<Compacted<Document>> {
  checkWishes('compact', options)
  const api = apiFor(known, document, options)
  return compacted(
    await finishLater(run(compactionOf(known, document, api, options)), options.summarize),
    api,
  )
}

/** `followCompact`, for what a door knows. */
export function followCompactOf(known: Known): FollowCompact {
  return (options) => {
    checkWishes('followCompact', options, ['api'])
    if ('summarize' in options && options.summarize !== undefined)
      throw misuse('A follower cannot wait for a summary: leave `summarize` out.')
    let api: Api | undefined
    let weight: TurnWeight | undefined
    let sketch: CompactSketch | undefined
    let repair: Compaction['repair']
    return {
      compact(document) {
        api ??= apiFor(known, document, options)
        const turns = api.format.turnsOf(document) ?? []
        if (weight !== undefined && !goesOn(weight, turns)) {
          weight = undefined
          sketch = undefined
          repair = undefined
        }
        repair ??= followWith(api, known.rules, choosePolicy(options.policy), options.tail ?? 'closed')
        const compaction = compactionOf(known, document, api, options)
        const done = finishNow(run({ ...compaction, repair, weight, sketch }))
        // The caller may put the smaller messages into the same list: the next call compares with this copy.
        weight = done.document === document ? done.weight : copyOf(done.weight)
        sketch = weight === undefined ? undefined : (done.sketch ?? sketch)
        return compacted(done, api)
      },
    }
  }
}

/** Whether a list holds the turns that were counted, and perhaps more. */
function goesOn({ counted: { raws, count } }: TurnWeight, turns: readonly unknown[]): boolean {
  if (count > turns.length) return false
  if (raws === turns) return true
  for (let position = 0; position < count; position++) if (raws[position] !== turns[position]) return false
  return true
}

function copyOf(weight: TurnWeight | undefined): TurnWeight | undefined {
  return weight && { ...weight, counted: { ...weight.counted, raws: weight.counted.raws.slice() } }
}

function compactionOf(
  known: Known,
  document: unknown,
  api: Api,
  options: CompactOptions | SummarizeOptions,
): Compaction {
  const { format } = api
  if (format.sentPositions?.(format.turnsOf(document) ?? []) !== undefined)
    throw misuse(
      'Some messages of this list are not sent, since they are not on its active path: leave them out first.',
    )
  return {
    task: { document, api, tail: options.tail ?? 'closed', rules: known.rules, origin: options.origin },
    policy: choosePolicy(options.policy),
    options,
    counter: counterFor(api.format, options.countTokens),
  }
}

function apiFor(known: Known, document: unknown, { api, format }: CompactOptions | SummarizeOptions): Api {
  const found =
    api === undefined ? chooseApi(known, document, { format }) : findApi(known, api, { document, format })
  if (found.ok) return found.value
  throw found.error
}

/** A plan changes members within a document; its type is the caller's. */
function compacted<Document>({ document, report }: Compacting, { rulebook }: Api): Compacted<Document> {
  return { document: document as Document, report, api: rulebook.name }
}

/** Goes the whole way at once: without somebody to ask there is nothing to wait for. */
function finishNow(course: StageCourse): Compacting {
  const step = course.next()
  if (step.done) return step.value
  throw new Error('A compaction asked for a summary, and nobody can give one.')
}

async function finishLater(course: StageCourse, summarize: Summarize): Promise<Compacting> {
  let step = course.next()
  while (!step.done) {
    step = course.next(checkSummary(await summarize(step.value)))
  }
  return step.value
}
