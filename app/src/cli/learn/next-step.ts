import { type ExplainedError, rulebooks } from '@mortise/core'
import { quote } from '../program/program.ts'
import { pasted } from '../screen/wrap.ts'

/** The rules whose faults a repair leaves: it would have to invent. */
const notMended: readonly string[] = ['ends-on-model', 'no-turns']

/** The commands that help with an error: for the session that the text names, or for a request. */
export function nextLines(
  error: ExplainedError,
  text: { readonly isFromAgent: boolean; readonly session: string | undefined },
  program: string,
): readonly string[] {
  const { session } = text
  const sessionName = session === undefined ? '--last' : quote(session)
  if (error.next === 'none') return []
  if (error.next === 'sessions') return [pasted('see: ', `${program} sessions`)]
  if (error.next === 'compact')
    return [pasted('fix: ', `${program} compact ${sessionName} --budget ${budgetFor(error)}`)]
  if (error.next === 'doctor' || text.isFromAgent)
    return [
      pasted('see: ', `${program} doctor`),
      ...(session === undefined || !isMended(error)
        ? []
        : [pasted('fix: ', `${program} repair ${quote(session)}${remedyFor(error)}`)]),
    ]
  return requestLines(error, program)
}

function requestLines(error: ExplainedError, program: string): readonly string[] {
  const api = error.apis.find((name) => rulebooks.some((rulebook) => rulebook.name === name))
  const file = `conversation.json${api === undefined ? '' : ` --api ${quote(api)}`}`
  return [
    pasted('in a coding agent: ', `${program} doctor`),
    pasted('a request of your own: ', `${program} check ${file}`),
    ...(isMended(error)
      ? [pasted('fix it: ', `${program} repair ${file}${remedyFor(error)} -o fixed.json`)]
      : []),
  ]
}

function isMended({ rules }: ExplainedError): boolean {
  return rules.some((rule) => !notMended.includes(rule))
}

/** The flag for a fault that no conversation shows; the first rule is the likeliest. */
function remedyFor({ rules }: ExplainedError): string {
  return rules[0] === 'reasoning-foreign' ? ' --reasoning drop' : ''
}

const usualBudget = 100_000

/** Four fifths of the limit that the sentence names; the estimate of tokens is not the provider's. */
function budgetFor({ sentence }: ExplainedError): number {
  const limit = />\s*(\d{4,8})|(?:length is|limit of|at most|maximum of)\s*(\d{4,8})/.exec(sentence)
  const tokens = Number(limit?.[1] ?? limit?.[2])
  return Number.isNaN(tokens) ? usualBudget : Math.floor((tokens * 0.8) / 1000) * 1000
}
