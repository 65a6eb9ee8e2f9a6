import type { BodyFactName, FactName } from '../../model/fact-names.ts'
import type { FactTable, Format } from '../../model/format.ts'
import { MortiseError } from '../../model/outcome.ts'
import type { Part, Turn } from '../../model/transcript.ts'

/** Throws where the format has no place for a fact that a rule sets: the repair would change nothing. */
export function checkPlace(format: Format, on: Turn | Part | 'body', fact: AnyFact, rule: string): void {
  // A raw value takes the place of the whole part.
  if (fact === 'raw' || tablesFor(format, on).some((table) => table?.[fact] !== undefined)) return
  if (format.unplacedFacts?.includes(fact)) return
  const where = on === 'body' ? 'the body' : 'kind' in on ? `a part (${on.kind})` : 'a turn'
  throw new MortiseError(
    'bug',
    `The rule \`${rule}\` sets \`${fact}\` of ${where}, and the format \`${format.name}\` has no place for it.`,
  )
}

type AnyFact = FactName | BodyFactName

function tablesFor({ facts, offers }: Format, on: Turn | Part | 'body'): readonly PlaceTable[] {
  if (on === 'body') return [facts.body, offers?.facts]
  if (!('kind' in on)) return [facts.turn]
  const own = on.kind === 'call' || on.kind === 'result' || on.kind === 'text' ? facts[on.kind] : undefined
  return [facts.part, own]
}

type PlaceTable = FactTable<string> | undefined
