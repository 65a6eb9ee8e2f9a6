import type { Means } from '../../model/draft.ts'
import type { Known } from '../../model/known.ts'
import type { Rule } from '../../model/rule.ts'
import { addText, lead, move, wellForm, withdraw } from './deeds.ts'
import { hoist } from './hoist.ts'
import { merge, split } from './regroup.ts'
import { unfold } from './reshape.ts'

/** The deeds that only few rules need. */
export const means: Means = {
  'add-text': addText,
  hoist,
  lead,
  merge,
  move,
  split,
  unfold,
  'well-form': wellForm,
  withdraw,
}

/** Rules that can do what they ask for. */
export function able(rules: readonly Rule[], given: Means): readonly Rule[] {
  // Member by member: what a spread makes is slower to read.
  return rules.map(({ name, title, text, stage, isPlaceless, detect }) => ({
    name,
    title,
    text,
    stage,
    isPlaceless,
    detect,
    means: given,
  }))
}

/** Gives a door the deeds of its rules; a door that only scans does not import them. */
export function withMeans(known: Known, given: Means): Known {
  return { ...known, rules: able(known.rules, given) }
}
