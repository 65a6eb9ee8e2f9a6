import { openai } from '../../rulebooks/openai.ts'
import type { Row, Rulebook } from '../../types.ts'

/** The rules about calls and results that every provider has, whatever LangChain makes of the rest. */
const shared = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
] as const

const { serves: _, ...rest } = openai

/** The rules for messages whose provider is not known: each call has its result right behind it. */
export const pairing: Rulebook = {
  ...rest,
  name: 'langchain',
  title: 'Messages of LangChain',
  rows: Object.fromEntries(
    shared.flatMap((rule): [string, Row][] => {
      const row = openai.rows[rule]
      return row === undefined ? [] : [[rule, row]]
    }),
  ),
}
