import type { Edit } from '@mortise/core'
import type { Entry, Links } from '../contract/store.ts'
import { isObject, memberAt } from '../records/json.ts'

/** The edit that gives a record another parent, or none. */
export function parentEdit({ value }: Entry, links: Links, id: string | undefined, why: string): Edit {
  return memberEdit(value, links.parent, id ?? null, why)
}

/** The edit that gives a member another value. */
export function memberEdit(record: unknown, path: readonly string[], value: unknown, why: string): Edit {
  const holder = memberAt(record, path.slice(0, -1))
  const name = path.at(-1) as string
  if (isObject(holder) && Object.hasOwn(holder, name))
    return { do: 'replace', at: path, from: holder[name], value, why }
  return { do: 'set', at: path, value, index: isObject(holder) ? Object.keys(holder).length : 0, why }
}

/** The edit that takes a member out; none where it is not there. */
export function unsetEdit(record: unknown, path: readonly string[], why: string): readonly Edit[] {
  const holder = memberAt(record, path.slice(0, -1))
  const name = path.at(-1) as string
  if (!isObject(holder) || !Object.hasOwn(holder, name)) return []
  return [{ do: 'unset', at: path, value: holder[name], index: Object.keys(holder).indexOf(name), why }]
}

/** A list of edits for each of some records. */
export class RecordEdits {
  private readonly lists = new Map<number, Edit[]>()

  add(index: number, edit: Edit): void {
    const list = this.lists.get(index)
    if (list === undefined) this.lists.set(index, [edit])
    else list.push(edit)
  }

  of(index: number): readonly Edit[] {
    return this.lists.get(index) ?? []
  }

  /** The records that change, in no order. */
  get indexes(): Iterable<number> {
    return this.lists.keys()
  }

  get size(): number {
    return this.lists.size
  }
}
