import { closest } from '../../text/closest.ts'
import { CommandError } from './failure.ts'

const failures = {
  API: { code: 'unknown-api', hint: 'mortise apis' },
  rule: { code: 'unknown-rule', hint: 'mortise rules' },
  agent: { code: 'unknown-agent', hint: 'mortise doctor --help' },
  format: { code: 'unknown-format', hint: 'mortise formats' },
} as const

/** Finds the one of that name, or throws a sentence with the most likely other. */
export function knownName<Named extends { readonly name: string }>(
  kind: keyof typeof failures,
  name: string,
  known: readonly Named[],
): Named {
  const found = known.find((candidate) => candidate.name === name)
  if (found !== undefined) return found
  const near = closest(
    name,
    known.map((candidate) => candidate.name),
  )
  const guess = near === undefined ? '' : ` Did you mean \`${near}\`?`
  const { code, hint } = failures[kind]
  // Agents are few: they are named at once.
  const all = kind === 'agent' ? ` Known agents: ${known.map((each) => `\`${each.name}\``).join(', ')}.` : ''
  throw new CommandError(code, `Unknown ${kind} \`${name}\`.${guess}${all}`, hint)
}
