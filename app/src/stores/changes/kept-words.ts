import { callLabel, resultLabel } from '@mortise/core'
import { isCall, partsIn } from '../clean/denied-parts.ts'
import type { Entry, Links, Store } from '../contract/store.ts'
import { type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'

/** Whether a new message may take over a record: text kept of a call or result takes over only the record of that call or result. */
export function mayTakeOver(store: Store, record: JsonObject, message: unknown): boolean {
  const words = textsIn(store, message).filter(isKeptWords)
  return words.length === 0 || words.some((text) => isOf(store, record, text))
}

/** The id of the new record with the text kept of a call or result whose record goes. */
export function keptAs(
  { store, entries }: { readonly store: Store; readonly entries: readonly Entry[] },
  placed: readonly { readonly value: JsonObject | undefined }[],
  index: number,
  { id }: Links,
): string | undefined {
  const { value: gone } = itemAt(entries, index)
  const isHeir = (value: JsonObject): boolean =>
    textsIn(store, store.messageIn(value)?.message).some(
      (text) => isKeptWords(text) && isOf(store, gone, text),
    )
  const heir = placed.find(({ value }) => value !== undefined && isHeir(value))?.value
  return nonEmpty(memberAt(heir, id))
}

const [callStart, resultStart] = [callLabel, resultLabel].map((label) => label('', '').split('no id')[0]) as [
  string,
  string,
]

function isKeptWords(text: string): boolean {
  return text.startsWith(callStart) || text.startsWith(resultStart)
}

function isOf(store: Store, record: JsonObject, text: string): boolean {
  return partsIn(store, store.messageIn(record)?.message).some((part) => {
    const label = isCall(part) ? callLabel : resultLabel
    const { id, name, group } = part
    const grouped = group === undefined ? name : `${group}/${name}`
    return [name, grouped, undefined].some((told) => text.startsWith(label(id, told)))
  })
}

function textsIn({ format }: Store, message: unknown): readonly string[] {
  if (message === undefined) return []
  const { parts } = format.readTurn(message, 0, [], [])
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
}
