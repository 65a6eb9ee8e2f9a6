import type { Query } from '../database.ts'
import type { Table } from './table.ts'

/** A row of a table of messages; all of it is text as the database writes it. */
export interface MessageRow {
  readonly session: string
  /** Its place in its session. */
  readonly place: string
  readonly content: string
  readonly role: string | null
  /** The whole row as JSON. */
  readonly whole: string
}

/** A row that is to change, or to go. */
export interface RowChange {
  readonly row: MessageRow
  /** The new text of its content; null for a row that goes. */
  readonly after: string | null
}

/** The names of sessions after another one, in order, at most so many; with a last one, up to that. */
export function sessionsAfter(
  query: Query,
  { name, session, content }: Table,
  { after, from, to, most }: { after?: string; from?: string; to?: string; most: number },
): Promise<readonly { readonly session: string; readonly bytes: string }[]> {
  const { name: column, type } = session
  return query(
    `select ${column}::text as session, coalesce(sum(pg_column_size(${content.name})), 0) as bytes from ${name}
     where ${column} is not null and ($1::text is null or ${column} > $1::${type})
       and ($2::text is null or ${column} >= $2::${type}) and ($3::text is null or ${column} <= $3::${type})
     group by ${column} order by ${column} limit $4`,
    [after ?? null, from ?? null, to ?? null, most],
  )
}

/** Rows of sessions that are locked. */
export interface Locked {
  readonly rows: ReadonlyMap<string, readonly MessageRow[]>
  /** Sessions of which somebody else has locked a row. */
  readonly busy: ReadonlySet<string>
}

/** Locks the rows of sessions, and gives them in order. */
export async function lockSessions(
  query: Query,
  { name, session, order, content, role }: Table,
  sessions: readonly string[],
): Promise<Locked> {
  const isAsked = `${session.name} = any($1::${session.type}[])`
  const rows = await query<MessageRow>(
    `select ${session.name}::text as session, ${order.name}::text as place,
       coalesce(${content.name}::text, 'null') as content, ${role === undefined ? 'null' : `${role.name}::text`} as role,
       row_to_json(whole_row)::text as whole
     from ${name} whole_row where ${isAsked} order by ${session.name}, ${order.name} for update skip locked`,
    [sessions],
  )
  const counts = await query<{ session: string; count: string }>(
    `select ${session.name}::text as session, count(*) as count from ${name} where ${isAsked} group by 1`,
    [sessions],
  )
  const bySession = new Map<string, MessageRow[]>()
  for (const row of rows) {
    const own = bySession.get(row.session) ?? []
    bySession.set(row.session, own)
    own.push(row)
  }
  const isPart = ({ session: key, count }: (typeof counts)[number]): boolean =>
    bySession.get(key)?.length !== Number(count)
  const busy = new Set(counts.filter(isPart).map((each) => each.session))
  for (const key of busy) bySession.delete(key)
  return { rows: bySession, busy }
}

/** The texts as the column will hold them once they are written. */
export async function writtenTexts(
  query: Query,
  { content }: Table,
  texts: readonly string[],
): Promise<readonly string[]> {
  const rows = await query<{ text: string }>(
    `select each::${content.type}::text as text from unnest($1::text[]) with ordinality as all_texts (each, place) order by place`,
    [texts],
  )
  return rows.map(({ text }) => text)
}

/** Writes changes of rows that are locked. */
export async function writeRows(query: Query, table: Table, changes: readonly RowChange[]): Promise<void> {
  const { name, session, order, content } = table
  const gone = changes.filter(({ after }) => after === null)
  const other = changes.filter(({ after }) => after !== null)
  const places = (some: readonly RowChange[]): readonly unknown[] => [
    some.map(({ row }) => row.session),
    some.map(({ row }) => row.place),
  ]
  const isSame = `t.${session.name} = each.session and t.${order.name} = each.place`
  const lists = `unnest($1::${session.type}[], $2::${order.type}[]`
  if (gone.length > 0)
    await query(
      `delete from ${name} t using ${lists}) as each (session, place) where ${isSame}`,
      places(gone),
    )
  if (other.length > 0)
    await query(
      `update ${name} t set ${content.name} = each.text::${content.type}
       from ${lists}, $3::text[]) as each (session, place, text) where ${isSame}`,
      [...places(other), other.map(({ after }) => after)],
    )
}

/** Puts rows that went back into the table, from their JSON. */
export async function insertRows(
  query: Query,
  { name, columns }: Table,
  rows: readonly string[],
): Promise<void> {
  if (rows.length === 0) return
  await query(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${rows.join(',')}]`],
  )
}
