import type { Deny } from '@mortise/core'
import type { Config, HistoryMode, ToolsConfig } from './config.ts'

/** The tools that may not be used, and what becomes of calls of them. */
export interface Tools {
  readonly deny: Deny
  readonly history: HistoryMode
}

/** The tools that a config denies to a client, by its name; undefined where all are allowed. */
export function toolsFor({ tools, clients }: Config, client: string | undefined): Tools | undefined {
  const own = clients.find(({ name }) => name === client)?.tools
  return mergeTools(own === undefined ? [tools] : [tools, own])
}

/**
 * Makes one of several layers; undefined where they allow every tool.
 *
 * A tool that one of them denies is denied, and an allowed one has to be on each list of allowed tools that is not
 * empty. The last layer that says what becomes of the history counts.
 */
function mergeTools(layers: readonly ToolsConfig[]): Tools | undefined {
  const tools = layers.flatMap(({ deny }) => deny)
  const within = layers.map(({ allow }) => allow).filter((allow) => allow.length > 0)
  if (tools.length === 0 && within.length === 0) return undefined
  const history = layers.findLast((layer) => layer.history !== undefined)?.history ?? 'strip'
  const keep = history === 'keep-completed' ? { keep: 'completed' as const } : {}
  return { deny: { tools, within, ...keep }, history }
}
