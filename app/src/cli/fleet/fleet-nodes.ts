import { setTimeout as wait } from 'node:timers/promises'
import type { FleetDatabase, NodeRow } from '../../fleet/index.ts'
import type { Invocation } from '../program/command.ts'
import { count } from '../screen/printable.ts'

/** How the nodes of a fleet stand to a revision. */
export interface NodesStanding {
  readonly revision: number
  readonly total: number
  readonly applied: number
  readonly refused: readonly { readonly node: string; readonly mistakes: readonly string[] }[]
  /** Nodes whose connection to the database is gone, with the revision that they were last on. */
  readonly away: readonly { readonly node: string; readonly revision: number | null; readonly seenAt: Date }[]
}

/** How nodes stand to a revision. */
export function standingOf(rows: readonly NodeRow[], revision: number): NodesStanding {
  const nameOf = ({ name, role }: NodeRow): string => (role === 'gateway' ? name : `${name} (${role})`)
  const isOn = (row: NodeRow): boolean => row.isThere && row.revision === revision
  return {
    revision,
    total: rows.length,
    applied: rows.filter(isOn).length,
    refused: rows
      .filter((row) => row.isThere && row.refused === revision)
      .map((row) => ({ node: nameOf(row), mistakes: row.mistakes })),
    away: rows
      .filter(({ isThere }) => !isThere)
      .map((row) => ({ node: nameOf(row), revision: row.revision, seenAt: row.seenAt })),
  }
}

/** Waits until every node that is there has the revision or refuses it, for a while. */
export async function whenApplied(
  { query }: FleetDatabase,
  revision: number,
  forMs: number,
): Promise<NodesStanding> {
  const { listNodes } = await import('../../fleet/index.ts')
  const end = Date.now() + forMs
  for (;;) {
    const standing = standingOf(await listNodes(query), revision)
    const { applied, refused, away, total } = standing
    if (applied + refused.length + away.length >= total || Date.now() >= end) return standing
    await wait(50)
  }
}

/** The nodes in lines: how many have a revision, which refuse it, and which are away. */
export function nodeLines(
  { out: { style } }: Invocation,
  { revision, total, applied, refused, away }: NodesStanding,
): readonly string[] {
  if (total === 0) return ['no node runs yet: each takes the newest revision when it starts']
  const mark = applied === total ? style.paint('green', style.good) : style.paint('yellow', style.advice)
  return [
    `${mark} ${applied}/${count(total, 'node')} on revision ${revision}`,
    ...refused.flatMap(({ node, mistakes }) => [
      `  ${style.paint('red', style.bad)} ${node} refuses it:`,
      ...mistakes.map((mistake) => `      ${mistake}`),
    ]),
    ...away.map(({ node, revision: last, seenAt }) => {
      const on = last === null ? 'on its own file' : `on revision ${last}`
      return `  ${node} is away since ${seenAt.toISOString()}, ${on}`
    }),
  ]
}
