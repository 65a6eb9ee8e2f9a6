import { type Finding, printPlace, type Row, type Rulebook } from '@mortise/core'

/**
 * A refusal in the API's words, which name all calls of a turn at once: a finding is about one of them.
 *
 * They are told by the sentence: it is the same but for the id, and is about one turn.
 */
export function namingAll(refusal: Finding, found: readonly Finding[], { rows }: Rulebook): Finding {
  const byRule: Readonly<Record<string, Row>> = rows
  const template = byRule[refusal.rule]?.says ?? ''
  const [, rest = '', ...more] = template.split('{id}')
  const before = beginning(refusal, rest)
  if (before === undefined || more.length > 0 || rest.includes('{')) return refusal
  const isPlaced = template.includes('{calling}') || template.includes('{answering}')
  const place = printPlace(refusal.at)
  const ids = found
    .filter((other) => other.rule === refusal.rule && beginning(other, rest) === before)
    .filter(({ at }) => isPlaced || printPlace(at) === place)
    .flatMap(({ calls }) => calls)
  return { ...refusal, says: `${before}${ids.join(', ')}${rest}` }
}

/** The part of a sentence before its id; undefined where it does not end in an id and these words. */
function beginning({ says, calls: [id] }: Finding, rest: string): string | undefined {
  const end = id === undefined ? undefined : `${id}${rest}`
  return end !== undefined && says?.endsWith(end) ? says.slice(0, -end.length) : undefined
}
