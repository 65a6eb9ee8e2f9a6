import type { TableConfig } from '../../config/index.ts'
import { type FleetDatabase, FleetError, openDatabase, type Query } from '../database.ts'

/** A table of messages, as its catalogue describes it; names are quoted, types are as SQL writes them. */
export interface Table {
  readonly config: TableConfig
  readonly name: string
  readonly session: Column
  readonly order: Column
  /** The column whose text is changed. */
  readonly content: Column
  /** Undefined where the content is a whole message. */
  readonly role: Column | undefined
  /** All columns that can be written, as a list. */
  readonly columns: string
}

interface Column {
  readonly name: string
  readonly type: string
}

/** A table, and the database that holds it. */
export interface OpenTable {
  readonly table: Table
  readonly database: FleetDatabase
  close(): Promise<void>
}

/** Opens a table of the config by its name. It may lie in another database than that of the fleet. */
export async function openTable(
  name: string,
  tables: readonly TableConfig[],
  fleet: FleetDatabase,
): Promise<OpenTable> {
  const config = tables.find((each) => each.name === name)
  if (config === undefined) throw new FleetError('no-table', `The config names no table \`${name}\`.`, 2)
  const database = config.url === undefined ? fleet : openDatabase(config.url, 2)
  const close = async (): Promise<void> => {
    if (database !== fleet) await database.close()
  }
  try {
    return { table: await tableOf(database.query, config), database, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function tableOf(query: Query, config: TableConfig): Promise<Table> {
  const name = config.table.split('.').map(quoted).join('.')
  const rows = await query<{ column: string; type: string; canWrite: boolean }>(
    `select attname as column, format_type(atttypid, atttypmod) as type, attgenerated = '' as "canWrite"
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
    [name],
  )
  if (rows.length === 0) throw new FleetError('no-table', `There is no table \`${config.table}\`.`, 4)
  const columnOf = (column: string): Column => {
    const found = rows.find((each) => each.column === column)
    if (found !== undefined) return { name: quoted(column), type: found.type }
    throw new FleetError('no-column', `\`${config.table}\` has no column \`${column}\`.`, 4)
  }
  return {
    config,
    name,
    session: columnOf(config.session),
    order: columnOf(config.order),
    content: columnOf(config.message ?? config.content ?? ''),
    role: config.role === undefined ? undefined : columnOf(config.role),
    columns: rows
      .filter(({ canWrite }) => canWrite)
      .map(({ column }) => quoted(column))
      .join(', '),
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
