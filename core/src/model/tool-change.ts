import type { Facts } from './facts.ts'

/** A tool that the model is given in the middle of a conversation, or that is taken from it. */
export interface ToolChange {
  readonly isAddition: boolean
  /** The name of the tool; absent where it names a server, or a tool of one. */
  readonly name: string | undefined
  /** It brings the tool along, which the body then does not declare. */
  readonly isDefinition: boolean
}

/** A change of tools, with the position of the turn that tells it. */
export interface PlacedToolChange extends ToolChange {
  readonly turn: number
}

/** Whether a tool is known in a turn: declared by the body, or given before. The tools of a server may have any name. */
export function isKnownTool(
  { tools, toolChanges }: Pick<Facts, 'tools' | 'toolChanges'>,
  name: string,
  turn: number,
): boolean {
  if (tools === undefined || tools.has(name)) return true
  return before(toolChanges, turn).some(
    (change) => change.isAddition && (change.name === undefined || change.name === name),
  )
}

/** Whether a tool was taken from the model before a turn, and not given back. */
export function isWithdrawn(
  { toolChanges }: Pick<Facts, 'toolChanges'>,
  name: string,
  turn: number,
): boolean {
  return before(toolChanges, turn).findLast((change) => change.name === name)?.isAddition === false
}

/** The changes that a turn comes after; a turn that the draft made comes before all. */
function before(changes: Facts['toolChanges'] = [], turn: number): readonly PlacedToolChange[] {
  return changes.filter((change) => change.turn < turn)
}
