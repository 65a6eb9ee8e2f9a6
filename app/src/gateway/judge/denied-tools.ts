import { deniedBy, denying, isDenied, type PolicyChoice, type PolicyName, type Rulebook } from '@mortise/core'
import { type Config, type Tools, toolsFor } from '../../config/index.ts'

/** How requests of a client are judged that may not use some tools. */
export interface DeniedTools {
  /** The same as plain data. */
  readonly tools: Tools
  /** The demands of an API, and that no denied tool is offered or was called; made once. */
  rulebookFor(rulebook: Rulebook): Rulebook
  /** A policy, and what becomes of calls of denied tools. */
  policyFor(policy: PolicyName): PolicyChoice
  /** Whether a tool may not be used. */
  denies(tool: string): boolean
}

const known = new WeakMap<Config, Map<string | undefined, DeniedTools | undefined>>()

/** The tools that a config denies to a client; undefined where all are allowed. Worked out once for each config. */
export function deniedTools(config: Config, client: string | undefined): DeniedTools | undefined {
  const byClient = known.get(config) ?? new Map<string | undefined, DeniedTools | undefined>()
  known.set(config, byClient)
  if (!byClient.has(client)) byClient.set(client, judgingBy(toolsFor(config, client)))
  return byClient.get(client)
}

/** The same for tools that are denied; undefined where all are allowed. */
export function judgingBy(tools: Tools | undefined): DeniedTools | undefined {
  if (tools === undefined) return undefined
  const books = new WeakMap<Rulebook, Rulebook>()
  return {
    tools,
    denies: (tool) => isDenied(deniedBy(tools.deny), tool),
    rulebookFor(rulebook) {
      const book = books.get(rulebook) ?? denying(rulebook, tools.deny)
      books.set(rulebook, book)
      return book
    },
    policyFor: (policy) =>
      tools.history === 'text' && policy !== 'report'
        ? { preset: policy, rows: { 'tool-denied': 'text' } }
        : policy,
  }
}
