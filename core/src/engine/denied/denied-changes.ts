import { type Denied, isDenied } from '../../model/denied.ts'
import type { Fault, View } from '../../model/rule.ts'
import type { ToolChange } from '../../model/tool-change.ts'

/**
 * Faults of denied tools that were brought along among the turns, where a later turn takes them away.
 *
 * Such an end goes with its beginning. A turn that takes a declared tool away stays: the tool is offered no more.
 */
export function faultsOfChanges({ turns, facts }: View, denied: Denied): Fault[] {
  const brought = new Set<string>()
  return turns.flatMap((turn) =>
    turn.parts.flatMap((part): Fault[] => {
      const { name, isAddition, isDefinition } = (part.kind === 'other' && part.toolChange) || noChange
      if (name === undefined || !isDenied(denied, name)) return []
      if (isDefinition) brought.add(name)
      // Additions are judged with all that is offered.
      if (isAddition || !brought.has(name) || facts.tools?.has(name) === true) return []
      return [{ turn, part, values: { name }, variant: 'change', intents: [{ do: 'drop', turn, part }] }]
    }),
  )
}

const noChange: ToolChange = { name: undefined, isAddition: false, isDefinition: false }
