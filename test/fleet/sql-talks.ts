import type pg from 'pg'

/** A talk of five messages in OpenAI's form; two of three have a call. */
function chatOf(number: number): readonly unknown[] {
  const call = {
    id: `c${number}`,
    type: 'function',
    function: { name: 'exec', arguments: '{"command":"ls"}' },
  }
  const calls = [
    { role: 'assistant', content: 'I will look.', tool_calls: [call] },
    { role: 'tool', tool_call_id: `c${number}`, content: 'a file of exec' },
  ]
  return [
    { role: 'user', content: `question ${number} "quoted" \\ é` },
    ...(number % 3 === 0
      ? [
          { role: 'assistant', content: 'I will look.' },
          { role: 'user', content: 'Do.' },
        ]
      : calls),
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Thanks.' },
  ]
}

/** The same in Anthropic's form: the role, and the content as it is written into a column of text. */
function splitOf(number: number): readonly (readonly [string, string])[] {
  const call = { type: 'tool_use', id: `toolu_${number}`, name: 'exec', input: { command: 'ls' } }
  const result = { type: 'tool_result', tool_use_id: `toolu_${number}`, content: 'a file of exec' }
  const calls = [
    ['assistant', JSON.stringify([{ type: 'text', text: 'I will look.' }, call])],
    ['user', JSON.stringify([result, { type: 'text', text: 'And?' }], undefined, 1)],
  ] as const
  return [
    ['user', `question ${number}`],
    ...(number % 3 === 0
      ? ([
          ['assistant', 'I will look.'],
          ['user', 'Do.'],
        ] as const)
      : calls),
    ['assistant', 'Done.'],
    ['user', 'Thanks.'],
  ]
}

/** How many of so many sessions hold a call. */
export function sessionsWithCalls(count: number): number {
  return count - Math.ceil(count / 3)
}

/** Makes a table of messages: `whole` has messages as `json`, `split` has a role and a content of text. */
export async function fillTable(client: pg.Client, table: 'whole' | 'split', count: number): Promise<void> {
  if (table === 'whole') {
    await client.query(`create table whole (
      id bigint generated always as identity primary key, thread uuid not null, seq integer not null, body json not null,
      at timestamptz not null default now(), cost double precision default random(),
      size integer generated always as (length(body::text)) stored)`)
    const rows = Array.from({ length: count }, (_, number) =>
      chatOf(number).map((body, seq) => ({
        thread: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
        seq: seq + 1,
        body,
      })),
    ).flat()
    await client.query(
      `insert into whole (thread, seq, body) select thread, seq, body
       from json_to_recordset($1::json) as each (thread uuid, seq integer, body json)`,
      [JSON.stringify(rows)],
    )
    await client.query('create index on whole (thread, seq)')
    return
  }
  await client.query(`create table split (
    session_id text not null, position bigint not null, role text not null, content text, "odd Name" bytea default '\\x00ff',
    primary key (session_id, position))`)
  const rows = Array.from({ length: count }, (_, number) =>
    splitOf(number).map(([role, content], position) => ({
      session_id: `s${number}`,
      position: position + 1,
      role,
      content,
    })),
  ).flat()
  await client.query(
    `insert into split (session_id, position, role, content) select * from json_to_recordset($1::json)
       as each (session_id text, position bigint, role text, content text)`,
    [JSON.stringify(rows)],
  )
}

/** A digest of every session of a table. */
export async function digestsOf(
  client: pg.Client,
  table: 'whole' | 'split',
): Promise<Readonly<Record<string, string>>> {
  const [session, order] = table === 'whole' ? ['thread', 'seq'] : ['session_id', 'position']
  const { rows } = await client.query<{ session: string; digest: string }>(
    `select ${session}::text as session, md5(string_agg(t::text, '|' order by ${order})) as digest from ${table} t group by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.session, row.digest]))
}
