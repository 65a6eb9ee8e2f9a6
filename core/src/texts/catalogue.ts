/** What is said about one rule; `{name}` and the like are filled in. */
export interface RuleText {
  /** The fault in a few words. */
  readonly title: string
  /** One sentence about one finding. */
  readonly message: string
}

/** All sentences of one language. */
export type Catalogue = Readonly<Record<string, RuleText>>

/** Fills a template's named values in; a value that is not given leaves nothing behind. */
export function fill(template: string, values: Readonly<Record<string, string | undefined>>): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return filled.replace(/ {2,}/g, ' ').trim()
}
