import { columnsOf, type Database, textIn } from '../../disk/index.ts'

/** Asks a connection once: one whose schema changes is not used on. */
export function oncePer<Value>(ask: (database: Database) => Value): (database: Database) => Value {
  const known = new WeakMap<Database, { readonly value: Value }>()
  return (database) => {
    const answer = known.get(database) ?? { value: ask(database) }
    known.set(database, answer)
    return answer.value
  }
}

/** The tables of a database: a view of such a name runs what somebody wrote into it, and is never asked. */
export const tablesIn: (database: Database) => ReadonlySet<string> = oncePer((database) => {
  const rows = database.all(
    "SELECT CAST(name AS BLOB) AS name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  )
  return new Set(rows.flatMap(({ name }) => textIn(name) ?? []))
})

/** The virtual tables of a database by name: no row of one may be written before its statement is known. */
export const virtualTablesIn: (database: Database) => ReadonlySet<string> = oncePer((database) => {
  const rows = database.all(
    "SELECT CAST(name AS BLOB) AS name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'",
  )
  return new Set(rows.flatMap(({ name }) => textIn(name) ?? []))
})

/** The columns that tables are known to have, by table. */
export type KnownColumns = Readonly<Record<string, readonly string[]>>

/** The reason why the tables of a database are not those that are known; undefined if they are. `optional` may be missing. */
export function strangeTable(
  database: Database,
  columns: KnownColumns,
  optional: readonly string[] = [],
): string | undefined {
  const [encoding] = database.all('PRAGMA encoding')
  if (encoding?.encoding !== 'UTF-8') return 'The database keeps its texts in another encoding than UTF-8.'
  for (const [table, known] of Object.entries(columns)) {
    if (!tablesIn(database).has(table)) continue
    const names = columnsOf(database, table)
    const strange = names.find((name) => !known.includes(name))
    if (strange !== undefined)
      return `Its table \`${table}\` has a column that is not known here: \`${strange}\`.`
    const missing = known.find((name) => !names.includes(name) && !optional.includes(name))
    if (missing !== undefined) return `Its table \`${table}\` has no column \`${missing}\`.`
  }
  return undefined
}

/** The reason why triggers of some tables are not known: they would run with a change of rows. */
export function strangeTrigger(
  database: Database,
  isWritten: (table: string) => boolean,
  isKnown: (trigger: Trigger) => boolean = () => false,
): string | undefined {
  const trigger = triggersIn(database).find((each) => isWritten(each.of) && !isKnown(each))
  return trigger === undefined
    ? undefined
    : `Its table \`${trigger.of}\` has a trigger that is not known here: \`${trigger.name}\`.`
}

/** The reason why a table that is not known would lose rows with those of some others. */
export function strangeFollower(
  database: Database,
  written: readonly string[],
  known: readonly string[] = written,
): string | undefined {
  const follower = [...tablesIn(database)].find(
    (table) => !known.includes(table) && dependsOn(database, table, written),
  )
  return follower === undefined
    ? undefined
    : `Its table \`${follower}\` depends on the records, and is not known here.`
}

function dependsOn(database: Database, table: string, written: readonly string[]): boolean {
  const keys = database.all('SELECT CAST("table" AS BLOB) AS of FROM pragma_foreign_key_list(?)', table)
  return keys.some(({ of }) => written.includes(textIn(of)?.toLowerCase() ?? ''))
}

/** A trigger of a table, with its statement. */
export interface Trigger {
  readonly name: string
  readonly of: string
  readonly sql: string
}

/** The triggers of a database. */
export function triggersIn(database: Database): readonly Trigger[] {
  const rows = database.all(
    "SELECT CAST(name AS BLOB) AS name, CAST(tbl_name AS BLOB) AS of, CAST(sql AS BLOB) AS sql FROM sqlite_schema WHERE type = 'trigger'",
  )
  return rows.map(({ name, of, sql }) => ({
    name: textIn(name) ?? '',
    of: textIn(of) ?? '',
    sql: textIn(sql) ?? '',
  }))
}

/** The statement that made a table or a trigger. */
export function statementOf(database: Database, name: string): string {
  const [row] = database.all('SELECT CAST(sql AS BLOB) AS sql FROM sqlite_schema WHERE name = ?', name)
  return textIn(row?.sql) ?? ''
}
