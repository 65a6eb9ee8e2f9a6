import { rulebooks } from '@mortise/core'

/** The module with the names of all APIs, for editors. */
export function apiNames() {
  const names = [...new Set(rulebooks.map(({ name }) => name))].sort()
  return `// Written by \`npm run docs\` from the registry of APIs.
import type { Rulebook } from './rulebook.ts'

/** The names of the APIs that \`@mortise/core\` has rulebooks of. */
export type ApiName =
${names.map((name) => `  | '${name}'\n`).join('')}
/** An API: a name, known ones complete in an editor, or a rulebook of one's own. */
export type ApiChoice = ApiName | (string & Record<never, never>) | Rulebook
`
}
