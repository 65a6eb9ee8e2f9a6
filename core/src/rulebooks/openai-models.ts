import type { Condition, Row, Rulebook } from '../model/rulebook.ts'

/**
 * The models of other makers, which many servers and gateways offer behind OpenAI's APIs.
 *
 * OpenAI gives its open models away and does not serve them: they run elsewhere too.
 */
const others: readonly Condition[] = [
  { model: '^(?!~?openai/(?!gpt-oss)|(?:ft:)?(?:gpt-(?!oss)|o\\d|chatgpt-|codex-|computer-use-)).' },
]

// Makers and families of models that anyone may run.
const openFamilies = [
  ...['gpt-oss', 'llama', 'gemma', 'qwen', 'qwq', 'deepseek', 'kimi', 'minimax', 'glm', 'mistral', 'mixtral'],
  ...['ministral', 'devstral', 'phi', 'nemotron', 'granite', 'hermes', 'olmo', 'mimo', 'ernie', 'hunyuan'],
  ...['seed-oss', 'command-r', 'exaone', 'falcon'],
]

/**
 * Models of which the weights are open: the servers that run them take calls and results that do not pair.
 *
 * A name that nobody knows is not among them: it mostly stands for a large provider's model.
 */
export const openModels: readonly Condition[] = [
  { model: `(?:^|[/_.-])(?:${openFamilies.map(inAnyCase).join('|')})(?![a-z])` },
]

function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

/** The rows, of which those of the rules named are advice for some models: those of other makers, if no others are named. */
export function mildForOthers(
  rows: Rulebook['rows'],
  rules: readonly string[],
  models: readonly Condition[] = others,
): Rulebook['rows'] {
  const mild = ([rule, row]: [string, Row]): [string, Row] =>
    rules.includes(rule)
      ? [rule, { ...row, adviceWhen: [...(row.adviceWhen ?? []), ...models] }]
      : [rule, row]
  return Object.fromEntries(Object.entries(rows).map(mild))
}
