import { stores } from '../../app/src/stores/index.ts'

/** The names of all known agents in backticks, as lists on screens write them. */
export const quotedAgents: readonly string[] = stores
  .map(({ name }) => name)
  .sort()
  .map((name) => `\`${name}\``)

/** All known agents in a sentence: commas, and `and` before the last one. */
export const agentsInWords = `${quotedAgents.slice(0, -1).join(', ')} and ${quotedAgents.at(-1)}`
