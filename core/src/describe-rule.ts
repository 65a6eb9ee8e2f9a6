import { unknownName } from './model/options.ts'
import { ruleNames } from './model/rule-names.ts'
import { rules } from './rules/index.ts'
import { pairingTitles } from './texts/pairing.ts'

let titles: ReadonlyMap<string, string> | undefined

/** The fault that a rule is about, in a few words. */
export function describeRule(name: string): { readonly name: string; readonly title: string } {
  if (typeof name !== 'string') throw unknownName('rule', name, ruleNames)
  titles ??= new Map([
    ...Object.entries(pairingTitles),
    ...rules.map((rule) => [rule.name, rule.title] as const),
  ])
  return { name, title: titles.get(name) ?? name }
}
