import { english } from './en.ts'

/** The names of all rules, in alphabetical order. */
export const ruleNames: readonly string[] = Object.keys(english)

/** What a rule is about, in a few words. */
export function describeRule(name: string): { readonly name: string; readonly title: string } {
  return { name, title: english[name]?.title ?? name }
}
