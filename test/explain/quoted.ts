import { type Row, rulebooks } from '@mortise/core'

/** Each sentence that a rulebook quotes, with values filled in, and the rules whose rows quote it. */
export const quoted: readonly (readonly [says: string, rules: readonly string[]])[] = sentences()

function sentences(): readonly (readonly [string, readonly string[]])[] {
  const rules = new Map<string, Set<string>>()
  for (const { rows } of rulebooks) {
    for (const [rule, row] of Object.entries(rows)) {
      for (const says of saidIn(row)) rules.set(says, (rules.get(says) ?? new Set()).add(rule))
    }
  }
  return [...rules].map(([says, own]) => [says, [...own]])
}

function saidIn({ says, saysOfResult, saysOf = {} }: Row): readonly string[] {
  return [says, saysOfResult, ...Object.values(saysOf)].flatMap((said) =>
    said === undefined ? [] : filled(said),
  )
}

function filled(template: string): string {
  return template.replace(/\{(?:i|j|n|next|calling|answering|length)\}/g, '3').replace(/\{\w+\}/g, 'x_1')
}
