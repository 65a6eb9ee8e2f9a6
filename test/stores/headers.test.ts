import { describe, expect, test } from 'vitest'
import { checkSession, openRecords } from '../../app/src/stores/check/check.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import { fileOf } from './conforms.ts'
import { answer, call, claude, header, type Json, linked, result, text, user } from './pi-records.ts'

const id = 'a562eea8-0000-4000-8000-000000000000'
const records = [
  user('u1', null, 'list the files'),
  answer('a1', 'u1', [call('c1')], { maker: claude }),
  result('r1', 'a1', 'c1'),
  answer('a2', 'r1', [text('here they are')], { maker: claude }),
]
const old = linked('h1', 'a2', 'message', { message: { role: 'hookMessage', content: 'x' } })
const rowOf = ({ id: _id, parentId: _parent, ...rest }: Json): Json => rest
const time = records[0]?.timestamp

/** What stands in a file that is not opened by its header, and the header that it gets. */
const rows: readonly (readonly [string, Store, string, Buffer, Json])[] = [
  [
    'it was torn',
    pi,
    `/h/.pi/agent/sessions/--w--/2026-05-01T10-00-00-000Z_${id}.jsonl`,
    fileOf([header(), ...records]).subarray(40),
    { type: 'session', version: 3, id, timestamp: time },
  ],
  [
    'zeros took its place',
    openclaw,
    `/h/.openclaw/agents/main/sessions/${id}.jsonl`,
    Buffer.concat([Buffer.alloc(90), Buffer.from('\n'), fileOf(records)]),
    { type: 'session', version: 3, id, timestamp: time },
  ],
  [
    'it is not there',
    openclaw,
    `/h/.openclaw/agents/main/sessions/${id}-topic-7.jsonl`,
    fileOf(records),
    { type: 'session', version: 3, id, timestamp: time },
  ],
  [
    'it is not there, and some records are of version 2',
    pi,
    `/h/.pi/agent/sessions/--w--/2026-05-01T10-00-00-000Z_${id}.jsonl`,
    fileOf([...records, old]),
    { type: 'session', version: 2, id, timestamp: time },
  ],
  [
    'it is not there, and the records are of version 1',
    pi,
    `/h/.pi/agent/sessions/--w--/2026-05-01T10-00-00-000Z_${id}.jsonl`,
    fileOf(records.map(rowOf)),
    { type: 'session', id, timestamp: time },
  ],
  [
    'it stands elsewhere',
    pi,
    `/h/.pi/agent/sessions/--w--/2026-05-01T10-00-00-000Z_${id}.jsonl`,
    fileOf([...records.slice(0, 2), header({ timestamp: 'then' }), ...records.slice(2)]),
    header({ timestamp: 'then' }),
  ],
]

describe.each(rows)('a file without its header: %s', (_, store, path, bytes, made) => {
  test('is broken, and goes by the name of its file', () => {
    const looked = checkSession(store, path, { read: readFrom(bytes), whole: () => bytes })
    expect(looked.found).toContainEqual({
      rule: 'unreadable',
      severity: 'refused',
      at: [0],
      calls: [],
      message: 'The record that opens the file is missing: its agent takes it for an empty one.',
      record: expect.stringMatching(/^line [12]$/),
    })
    expect(looked.session).toMatchObject({ id, lanes: [] })
  })

  test('gets one, and all that was said is sent again', () => {
    const mended = mendSession(openRecords(store, path, bytes))
    const { entries, torn } = readRecords(mended.bytes, store)
    expect([mended.isSound, torn]).toEqual([true, []])
    expect(entries[0]?.value).toEqual(made)
    expect(store.open(entries, path)).toMatchObject({
      id,
      lanes: [{ turns: expect.arrayContaining([1, 4]) }],
    })
    expect(mendSession(openRecords(store, path, mended.bytes)).bytes).toBe(mended.bytes)
    const lines = (file: Uint8Array): string[] => Buffer.from(file).toString().trimEnd().split('\n')
    expect(lines(mended.bytes).slice(1)).toEqual(lines(bytes).filter((line) => isKept(line)))
  })
})

/** Whether a line is a record that is not the header. */
function isKept(line: string): boolean {
  return line.startsWith('{') && !line.includes('"type":"session"')
}
