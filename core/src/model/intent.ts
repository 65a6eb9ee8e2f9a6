import type { BodyFactName, FactName } from './fact-names.ts'
import type { ShapeName } from './shape-names.ts'
import type { Call, Part, Result, Speaker, Turn } from './transcript.ts'

/** A change that a rule wants. The engine makes it in the draft; the format says how it is written down. */
export type Intent =
  | { readonly do: 'drop'; readonly turn: Turn; readonly part?: Part }
  /** Nothing is left to say in this turn: it goes, or gets a neutral text where the request needs it. */
  | { readonly do: 'vacate'; readonly turn: Turn }
  | { readonly do: 'set'; readonly on: Turn | Part; readonly fact: FactName; readonly value: unknown }
  | { readonly do: 'set-body'; readonly fact: BodyFactName; readonly value: unknown }
  | { readonly do: 'unset'; readonly on: Turn | Part; readonly fact: FactName }
  | {
      readonly do: 'insert-turn'
      readonly beside: Turn
      readonly side: 'before' | 'after'
      readonly speaker: Speaker
      readonly text: string
    }
  /** `beside`: the turn that the words come after; left out, they stay in place where they may. */
  | { readonly do: 'to-text'; readonly turn: Turn; readonly part: Call | Result; readonly beside?: Turn }
  /** A turn or part takes the shape that the API wants; the format knows how. */
  | {
      readonly do: 'reshape'
      readonly turn: Turn
      readonly part?: Part
      readonly shape: ShapeName
      readonly wish?: unknown
    }
  /** A turn becomes the turns that this format would have written instead. */
  | { readonly do: 'unfold'; readonly turn: Turn }
  /** Images leave a result and stand after all results of its run. */
  | { readonly do: 'hoist'; readonly turn: Turn; readonly part: Result }
  /** Two neighbours become one turn. */
  | { readonly do: 'merge'; readonly first: Turn; readonly second: Turn }
  /** Parts beside results move to a turn of their own after them; parts beside calls to one before them. */
  | { readonly do: 'split'; readonly turn: Turn }
  /** A turn goes before another one, or to the end. */
  | { readonly do: 'move'; readonly turn: Turn; readonly before: Turn | undefined }
  /** A turn after this one takes tools from the model; the format knows how. */
  | { readonly do: 'withdraw'; readonly beside: Turn; readonly names: readonly string[] }
  /** A turn says something more, after all else. */
  | { readonly do: 'add-text'; readonly turn: Turn; readonly text: string }
  /** A part goes to the head of its turn. */
  | { readonly do: 'lead'; readonly turn: Turn; readonly part: Part }
  /** Text that was cut inside a character gets a replacement character there. */
  | { readonly do: 'well-form'; readonly on: Part }
