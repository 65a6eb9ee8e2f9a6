import { type Part, readTranscript } from '@mortise/core'
import type { Checked } from '../../stores/check/check.ts'
import type { SessionFinding } from '../../stores/contract/coping.ts'
import type { Entry, Store } from '../../stores/contract/store.ts'
import type { JsonObject } from '../../stores/records/json.ts'
import { maskSecrets } from '../../text/mask.ts'
import { partWords } from '../view/turn-lines.ts'

/** The words by which a person knows a session again; the index keeps them, so that a list of sessions reads none of them. */
export interface ShownWords {
  /** The first question of its user. */
  readonly prompt?: string | undefined
  /** The calls, or else the results, of the faults that are shown, by their ids; what looks like a key is hidden. */
  readonly lost?: Readonly<Record<string, string>> | undefined
}

const mostFaults = 3

/** The faults that a list shows of a session, first those that its API refuses, and how many more there are. */
export function shownFaults<Seen extends Pick<SessionFinding, 'severity'>>(
  found: readonly Seen[],
): { readonly shown: readonly Seen[]; readonly more: number } {
  const refused = found.filter(({ severity }) => severity === 'refused')
  const faults = refused.length > 0 ? refused : found
  return { shown: faults.slice(0, mostFaults), more: Math.max(0, faults.length - mostFaults) }
}

/** Prompts stand at the start of a session. */
const headSize = 1 << 16
/** A list shows less of a prompt or a call, and nobody needs to look at more of a text of megabytes. */
const [mostShown, enough] = [200, 2000]

/** Finds the words of a session that was judged; `recordOf` gives the whole record of an entry. */
export function shownWords(
  store: Store,
  { session, found, entries }: Checked,
  recordOf: (entry: Entry) => JsonObject,
): ShownWords {
  const prompt = session.title === undefined ? promptIn(store, entries, recordOf) : undefined
  const lost = lostIn(store, found, entries, recordOf)
  return { ...(prompt === undefined ? {} : { prompt }), ...(lost === undefined ? {} : { lost }) }
}

function promptIn(
  store: Store,
  entries: readonly Entry[],
  recordOf: (entry: Entry) => JsonObject,
): string | undefined {
  let first: string | undefined
  for (const entry of entries) {
    if (entry.end > headSize) break
    if (store.messageIn(entry.value) === undefined) continue
    for (const prompt of promptsOf(store, recordOf(entry))) {
      // Some agents note their own commands as if the user had said them, in angle brackets.
      if (!prompt.startsWith('<')) return shortened(prompt)
      first ??= shortened(prompt)
    }
  }
  return first
}

function promptsOf({ messageIn, format }: Store, record: JsonObject): readonly string[] {
  const turns = readTranscript([messageIn(record)?.message], format).turns
  return turns
    .filter(({ speaker }) => speaker === 'user')
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.text.trim()] : [])))
    .filter((text) => text !== '')
}

function shortened(text: string): string {
  return text.slice(0, enough).replace(/\s+/g, ' ').trim().slice(0, mostShown)
}

function lostIn(
  store: Store,
  found: readonly SessionFinding[],
  entries: readonly Entry[],
  recordOf: (entry: Entry) => JsonObject,
): ShownWords['lost'] {
  if (!found.some(({ severity }) => severity === 'refused')) return undefined
  const words = shownFaults(found).shown.flatMap(({ at: [index], calls: [id] }) => {
    const entry = typeof index === 'number' ? entries[index] : undefined
    if (entry === undefined || id === undefined) return []
    const lost = callWords(id, [store.messageIn(recordOf(entry))?.message], store)
    return lost === undefined ? [] : [[id, shortened(maskSecrets(lost.slice(0, enough)))] as const]
  })
  return Object.fromEntries(words)
}

/** The call with an id, or else the result, in words; undefined if no message holds it. */
export function callWords(
  id: string,
  messages: Iterable<unknown>,
  { format }: Pick<Store, 'format'>,
): string | undefined {
  const isIt = (part: Part): boolean => (part.kind === 'call' || part.kind === 'result') && part.id === id
  for (const message of messages) {
    const part = readTranscript([message], format)
      .turns.flatMap((turn) => turn.parts)
      .find(isIt)
    if (part !== undefined) return partWords(part, format).replace(` (\`${id}\`)`, '')
  }
  return undefined
}
