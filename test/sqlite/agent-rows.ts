import type { Database } from '../../app/src/disk/index.ts'
import { samples as hermesSamples } from '../stores/hermes-samples.ts'
import type { Json } from '../stores/opencode-records.ts'
import { firstSamples, secondSamples } from '../stores/opencode-samples.ts'
import type { AgentRows } from './agent-home.ts'
import { hermesSchema } from './hermes-schema.ts'
import { firstSchema, secondSchema } from './opencode-schema.ts'

const hourAgo = BigInt(Date.now() - 3_600_000)

/** Puts a session of version 1 into a database: a row for each message, and one for each of its parts. */
function addFirst(database: Database, id: string, records: readonly object[]): void {
  addSession(database, 'session', id, records)
  for (const { id: message, time, data, parts } of records.slice(1) as readonly Json[]) {
    const own = `${id}_${String(message)}`.replace(/^.*?_msg/, 'msg')
    const at = BigInt(time as number)
    database.run('INSERT INTO message VALUES (?, ?, ?, ?, ?)', own, id, at, at, JSON.stringify(data))
    for (const [index, part] of (parts as readonly Json[]).entries()) {
      const name = `prt_${own.slice(4)}${String(index).padStart(3, '0')}`
      database.run('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', name, own, id, at, at, JSON.stringify(part))
    }
  }
}

function addSecond(database: Database, id: string, records: readonly object[]): void {
  addSession(database, 'session_v2', id, records)
  for (const { id: message, type, seq, time, data } of records.slice(1) as readonly Json[]) {
    const cells = [String(message), id, String(type), BigInt(seq as number)]
    const at = BigInt(time as number)
    database.run(
      'INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...cells,
      at,
      at,
      JSON.stringify(data),
    )
  }
}

function addSession(database: Database, table: string, id: string, records: readonly object[]): void {
  const { session } = (records[0] ?? {}) as { readonly session: Json }
  database.run("INSERT OR IGNORE INTO project (id, worktree) VALUES ('p', '/')")
  const cell = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const { directory, title, version, parent_id: parent, revert } = session
  database.run(
    `INSERT INTO ${table} (id, project_id, slug, directory, title, version, parent_id, revert, time_created, time_updated) VALUES (?, 'p', 's', ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, cell(directory), cell(title), cell(version), cell(parent)],
    revert === null ? null : JSON.stringify(revert),
    hourAgo,
    hourAgo,
  )
}

/** Puts a session of Hermes into a database: a row for each message. */
function addHermes(database: Database, id: string, records: readonly object[]): void {
  const { session } = (records[0] ?? {}) as { readonly session: Json }
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const messages = records.slice(1) as readonly Json[]
  const active = messages.filter(({ active }) => active !== false)
  const count = active.reduce(
    (sum, { tool_calls: calls }) => sum + (Array.isArray(calls) ? calls.length : 0),
    0,
  )
  database.run(
    'INSERT INTO sessions (id, source, model, end_reason, cwd, billing_provider, title, started_at, message_count, tool_call_count) VALUES (?, ?, ?, ?, ?, ?, ?, 1.5, ?, ?)',
    id,
    ...[
      session.source,
      session.model,
      session.end_reason,
      session.cwd,
      session.billing_provider,
      session.title,
    ].map(text),
    BigInt(active.length),
    BigInt(count),
  )
  for (const [index, message] of messages.entries()) {
    const { role, content, tool_calls: calls, active: isActive = true, ...rest } = message
    const words = Array.isArray(content) ? `\0json:${JSON.stringify(content)}` : text(content)
    database.run(
      'INSERT INTO messages (session_id, role, content, tool_calls, tool_call_id, tool_name, finish_reason, reasoning_content, active, timestamp, api_content) VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, text(role), words === null ? null : Buffer.from(words)],
      calls === undefined ? null : JSON.stringify(calls),
      ...[rest.tool_call_id, rest.tool_name, rest.finish_reason, rest.reasoning_content].map(text),
      isActive === true ? 1n : 0n,
      Number(hourAgo) / 1000 + index,
      role === 'user' ? words : null,
    )
  }
}

/** Every agent that keeps sessions in a database, and every way in which it does so. */
export const agentRows: readonly AgentRows[] = [
  {
    name: 'opencode 1',
    agent: 'opencode',
    file: '.local/share/opencode/opencode.db',
    schema: firstSchema,
    tables: ['message', 'part'],
    samples: firstSamples,
    add: addFirst,
  },
  {
    name: 'opencode 2',
    agent: 'opencode',
    file: '.local/share/opencode/opencode.db',
    schema: `${firstSchema};${secondSchema}`,
    tables: ['session_message'],
    samples: secondSamples,
    add: addSecond,
  },
  {
    name: 'Kilo Code 7',
    agent: 'kilo',
    file: '.local/share/kilo/kilo.db',
    schema: firstSchema,
    tables: ['message', 'part'],
    samples: firstSamples.filter(({ options, name }) => options !== undefined || name.includes('every')),
    add: addFirst,
  },
  {
    name: 'Hermes',
    agent: 'hermes',
    file: '.hermes/state.db',
    schema: hermesSchema,
    tables: ['messages', 'sessions'],
    samples: hermesSamples,
    add: addHermes,
  },
]
