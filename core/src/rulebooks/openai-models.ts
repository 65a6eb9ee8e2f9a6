import type { Condition, Row, Rulebook } from '../model/rulebook.ts'

/**
 * The models of other makers, which many servers and gateways offer behind OpenAI's APIs.
 *
 * OpenAI gives its open models away and does not serve them: they run elsewhere too.
 */
export const others: readonly Condition[] = [
  { model: '^(?!~?openai/(?!gpt-oss)|(?:ft:)?(?:gpt-(?!oss)|o\\d|chatgpt-|codex-|computer-use-)).' },
]

/** The rows, those of the rules named being advice for models of other makers. */
export function mildForOthers(rows: Rulebook['rows'], rules: readonly string[]): Rulebook['rows'] {
  const mild = ([rule, row]: [string, Row]): [string, Row] =>
    rules.includes(rule)
      ? [rule, { ...row, adviceWhen: [...(row.adviceWhen ?? []), ...others] }]
      : [rule, row]
  return Object.fromEntries(Object.entries(rows).map(mild))
}
