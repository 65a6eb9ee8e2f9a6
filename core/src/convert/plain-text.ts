import type { NeutralRequest } from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'
import { eachPart } from './each-part.ts'

/** The names of the tools that take plain text. */
export function plainTextTools({ tools }: NeutralRequest): readonly string[] {
  return tools.flatMap(({ kind, name }) => (kind === 'custom' && name !== undefined ? [name] : []))
}

/** The answer with calls of these tools as their client declared them: they take plain text, not arguments. */
export function plainTextCalls(answer: NeutralAnswer, names: readonly string[]): NeutralAnswer {
  if (names.length === 0) return answer
  const isPlain = new Set(names)
  return eachPart(answer, (part) =>
    part.kind === 'call' && isPlain.has(part.name ?? '') ? { ...part, tool: 'custom' } : part,
  )
}
