import type { RepairEvent } from '../gateway/index.ts'
import { jsonText, type Query } from './database.ts'

/** So many repairs wait for a database that is away; the oldest go first, and are counted. */
const mostWaiting = 10_000

/** Writes down which requests were mended: when, for whom, by which rule, at which place; never a body. */
export class Audit {
  /** How many repairs went unwritten. */
  lost = 0
  private waiting: RepairEvent[] = []
  private readonly node: string

  constructor(node: string) {
    this.node = node
  }

  note(event: RepairEvent): void {
    this.waiting.push(event)
    if (this.waiting.length <= mostWaiting) return
    this.waiting.shift()
    this.lost += 1
  }

  async write(query: Query): Promise<void> {
    if (this.waiting.length === 0) return
    const events = this.waiting
    this.waiting = []
    // A place and a rule tell where a fault was; ids of calls come from the request, and stay out.
    const rows = events.map(({ findings, bodies: _, ...about }) => ({
      ...about,
      node: this.node,
      findings: findings.map(({ rule, at }) => ({ rule, at })),
    }))
    try {
      await query(
        `insert into mortise.audit (at, node, request, client, route, upstream, format, action, findings)
         select time, node, request, client, route, upstream, format, action, findings
         from jsonb_to_recordset($1::jsonb) as each (time timestamptz, node text, request text, client text,
           route text, upstream text, format text, action text, findings jsonb)`,
        [jsonText(rows)],
      )
    } catch (error) {
      this.waiting = [...events, ...this.waiting].slice(-mostWaiting)
      throw error
    }
  }
}

/** So many rows go at a time. */
const together = 10_000

/** Forgets repairs that are older than so many days, and conversations that nobody went on with for a week. */
export async function forgetOld(query: Query, days: number): Promise<void> {
  await query(
    `delete from mortise.audit where id in
       (select id from mortise.audit where at < now() - make_interval(days => $1) order by id limit ${together})`,
    [days],
  )
  await query(
    `delete from mortise.bindings where id in
       (select id from mortise.bindings where at < now() - interval '7 days' order by id limit ${together})`,
  )
}
