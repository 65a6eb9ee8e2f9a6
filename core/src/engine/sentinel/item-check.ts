import type { Facts } from '../../model/facts.ts'
import { type Sightings, type Traits, traits } from '../../model/glance.ts'
import type { Layout } from '../../model/rulebook.ts'
import type { Watch } from '../../model/watch.ts'
import { alphabetOf } from './alphabet.ts'
import { IdTable } from './id-table.ts'
import type { Watches } from './watches.ts'

const { user, model, reasoning, calls, signed, item, named } = traits

/** The items that a provider knows by names of their own, and the reasoning that some of them have to follow. */
export class ItemCheck {
  /** Whether the API minds them at all. */
  readonly isNeeded: boolean
  private readonly forms: readonly NonNullable<Watch['items']>[]
  private readonly names: IdTable
  private areCallsMinded = false
  private isFollowedMinded = false
  private isUnstored = false
  /** The model has reasoned since the user last spoke. */
  private isReasoned = false
  /** The last item is reasoning that something must follow. */
  private isHanging = false
  /** It is known by its name alone: what follows must have a name too. */
  private wantsName = false
  /** A message may not follow it without a name. */
  private wantsNamedMessage = false

  constructor(watches: readonly Watch[], layout: Layout) {
    this.forms = watches.flatMap(({ items }) => (items === undefined ? [] : [items]))
    const loops = watches.some(({ loop }) => loop === 'item-reasoned' || loop === 'followed')
    this.isNeeded = this.forms.length > 0 || loops || layout.named === true
    const pattern = this.forms.find((form) => form.pattern !== undefined)?.pattern
    this.names = new IdTable(pattern === undefined ? undefined : alphabetOf(pattern))
  }

  reset({ loops }: Watches, facts: Facts): void {
    if (!this.isNeeded) return
    this.names.clear()
    this.areCallsMinded = loops.has('item-reasoned')
    this.isFollowedMinded = loops.has('followed')
    this.isUnstored = facts.isUnstored === true
    this.skip()
  }

  reserve(count: number): void {
    this.names.reserve(count)
  }

  once(): void {
    this.names.once()
  }

  skip(): void {
    this.isReasoned = false
    this.isHanging = false
    this.wantsName = false
    this.wantsNamedMessage = false
  }

  /** Whether a closed request may end here. */
  get mayEnd(): boolean {
    return !this.isHanging
  }

  /** Takes a sighting, with its own name and kind where it has the trait `named`; false where it may be refused. */
  take(bits: Traits, { items, kinds }: Sightings, number: number): boolean {
    const isNamed = (bits & named) !== 0
    if (this.isHanging && !this.mayFollow(bits, isNamed)) return false
    this.isHanging = false
    this.wantsName = false
    this.wantsNamedMessage = false
    if (isNamed && !this.takeName(items[number] as string, kinds[number] as string)) return false
    if ((bits & user) !== 0 && (bits & item) === 0) this.isReasoned = false
    if ((bits & model) === 0) return true
    if ((bits & calls) !== 0) return !(this.areCallsMinded && isNamed && !this.isReasoned)
    if ((bits & reasoning) !== 0 && (bits & item) !== 0) this.noteReasoning(bits, isNamed)
    return true
  }

  private mayFollow(bits: Traits, isNamed: boolean): boolean {
    if ((bits & model) === 0 || (this.wantsName && !isNamed)) return false
    return !(this.wantsNamedMessage && (bits & item) === 0 && !isNamed)
  }

  private takeName(name: string, kind: string): boolean {
    for (const { prefixes, maximum = Number.POSITIVE_INFINITY } of this.forms) {
      const prefix = prefixes?.[kind]
      if (prefix !== undefined && (name.length > maximum || !name.startsWith(prefix))) return false
    }
    return this.names.add(name)
  }

  private noteReasoning(bits: Traits, isNamed: boolean): void {
    this.isReasoned = true
    this.isHanging = isNamed && this.isFollowedMinded
    this.wantsName = this.isHanging && (bits & signed) === 0
    this.wantsNamedMessage = this.isHanging && !this.isUnstored
  }
}
