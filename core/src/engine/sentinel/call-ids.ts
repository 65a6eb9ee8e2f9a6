import type { Layout } from '../../model/rulebook.ts'
import type { TextForm, Watch } from '../../model/watch.ts'
import { alphabetOf } from './alphabet.ts'
import { IdTable } from './id-table.ts'

// A small whole number, unlike infinity, is compared at no cost.
const endless = 2 ** 30 - 1

const handful = 4

/** The ids of calls, held against the form and the scope that an API wants them to have. */
export class CallIds {
  readonly table: IdTable
  private readonly scope: Layout['unique']
  private readonly isSpelled: boolean
  private readonly shortest: number
  private readonly longest: number

  constructor(watches: readonly Watch[], layout: Layout) {
    const forms = watches.flatMap(({ ids }) => (ids === undefined ? [] : [ids]))
    const { pattern, maximum } = narrowest(forms)
    const exactly = Number(/\{(\d+)\}\$$/.exec(pattern ?? '')?.[1] ?? 0)
    // Where ids may be left out, a call without one belongs to its result by its place.
    this.shortest = layout.positional === true ? 0 : Math.max(exactly, 1)
    this.longest = exactly || (maximum ?? endless)
    this.isSpelled = pattern !== undefined
    this.table = new IdTable(pattern === undefined ? undefined : alphabetOf(pattern))
    this.scope = forms.some(({ isUnique }) => isUnique === true) ? layout.unique : 'free'
  }

  /** Takes the ids of the calls of one turn; false where one of them may be refused. */
  take(ids: readonly string[], from: number, count: number): boolean {
    const { shortest, longest } = this
    for (let index = from; index < from + count; index++) {
      const { length } = ids[index] as string
      if (length < shortest || length > longest) return false
    }
    if (this.scope === 'request') return this.takeWide(ids, from, count)
    // For a handful, comparing each with each costs less than a table.
    if (this.scope === 'turn' && (count > handful || !areDifferent(ids, from, count)))
      return this.takeTurn(ids, from, count)
    return !this.isSpelled || this.areSpelled(ids, from, count)
  }

  private takeWide(ids: readonly string[], from: number, count: number): boolean {
    for (let index = from; index < from + count; index++)
      if (!this.table.add(ids[index] as string)) return false
    return true
  }

  private takeTurn(ids: readonly string[], from: number, count: number): boolean {
    this.table.startTurn()
    for (let index = from; index < from + count; index++)
      if (!this.table.addToTurn(ids[index] as string)) return false
    return true
  }

  private areSpelled(ids: readonly string[], from: number, count: number): boolean {
    for (let index = from; index < from + count; index++)
      if (!this.table.isSpelled(ids[index] as string)) return false
    return true
  }
}

function areDifferent(ids: readonly string[], from: number, count: number): boolean {
  for (let index = from + 1; index < from + count; index++)
    for (let other = from; other < index; other++) if (ids[index] === ids[other]) return false
  return true
}

function narrowest(forms: readonly TextForm[]): TextForm {
  const pattern = forms.find((form) => form.pattern !== undefined)?.pattern
  const longest = Math.min(...forms.map(({ maximum = endless }) => maximum))
  return { pattern, maximum: longest === endless || forms.length === 0 ? undefined : longest }
}
