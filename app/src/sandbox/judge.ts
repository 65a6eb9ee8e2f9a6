import { chooseApi, type Finding, MortiseError, type Rulebook, rulebooks, scan } from '@mortise/core'
import type { AnyJsonObject } from './json.ts'
import { namingAll } from './naming-all.ts'
import type { SandboxRoute } from './route.ts'

/** The rulebook for a request, and the first fault that it refuses. */
export interface RequestVerdict {
  readonly rulebook: Rulebook
  readonly refusal: Finding | undefined
}

/** Judges a request as its API does: by the rulebook, and by what stands first. */
export function judge(document: AnyJsonObject, route: SandboxRoute): RequestVerdict {
  const rulebook = route.rulebook ?? rulebookFor(document, route.dialect.format)
  const found = faultsOf(document, rulebook)
  const first = found.find(({ severity }) => severity === 'refused')
  return { rulebook, refusal: first === undefined ? undefined : namingAll(first, found, rulebook) }
}

/** The faults that an API finds in a request; it cannot read one in the format of another API. */
function faultsOf(document: AnyJsonObject, rulebook: Rulebook): readonly Finding[] {
  try {
    return scan(document, rulebook)
  } catch (error) {
    if (!(error instanceof MortiseError && error.code === 'wrong-format')) throw error
    return [{ rule: 'unreadable', severity: 'refused', at: [], calls: [], message: error.message }]
  }
}

/** The rulebook that the model's name asks for, as everywhere in Mortise; else that of the format's first party. */
function rulebookFor(document: AnyJsonObject, format: string): Rulebook {
  const choice = chooseApi(document, { format })
  if (choice.ok) return choice.value.rulebook
  // A body without a list of messages is judged too, by the first rulebook of the format.
  const [first] = rulebooks.filter((rulebook) => rulebook.format === format)
  if (first === undefined) throw choice.error
  return first
}
