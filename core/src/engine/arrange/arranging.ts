import type { Joint, PairByCount, Pairs } from '../../model/joint.ts'
import type { Policy } from '../../model/policy.ts'
import type { Layout } from '../../model/rulebook.ts'
import type { Part, Turn } from '../../model/transcript.ts'
import type { Draft } from '../draft/draft.ts'

/** The state of a layout: the draft, and the changes that are gathered before they are made. */
export interface Arranging {
  readonly draft: Draft
  readonly policy: Policy
  readonly pairs: Pairs
  readonly layout: Layout
  /** The pairing by count, where results belong to calls by their order. */
  readonly counting: PairByCount | undefined
  readonly running: ReadonlySet<Joint>
  /** Parts that leave their turn. */
  readonly leaving: Map<Turn, Set<Part>>
  /** Whole turns that are moved as they are. */
  readonly moving: Set<Turn>
  readonly after: Map<Turn, Turn[]>
  /** Parts that enter a turn, after one of its parts or at its head. */
  readonly entering: Map<Turn, { readonly after: Part | undefined; readonly parts: Part[]; why: string }>
  /** Turns whose results must stand in the order of these calls. */
  readonly ordering: Map<Turn, readonly Joint[]>
}
