import { once } from 'node:events'
import { expect, test } from 'vitest'
import { open, sound } from './conversations.ts'
import { folderWith, mortise, start } from './run.ts'

const lines = (stdout: string): readonly unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const rows = [
  JSON.stringify({ id: 'a', document: sound }),
  '',
  JSON.stringify({ id: 2, document: open }),
  '{"id":"c","document":',
  '   \r',
  '{"id":"d"}',
  '{"id":"e","document":{"flour":200}}',
  JSON.stringify({ id: 'f', api: 'antropic', document: sound }),
  JSON.stringify({ id: 'g', policy: 'kep', document: sound }),
  JSON.stringify({ id: 'h', policy: 'report', document: open }),
  '[1,2]',
  '"x"',
  JSON.stringify({ document: sound, api: 7 }),
  JSON.stringify({ id: { nested: [1] }, tail: 'open', document: sound }),
]

test('every row has its answer, in order', () => {
  const { stdout, stderr, exit } = mortise(['repair', '--batch'], { input: rows.join('\n') })
  expect(exit).toBe(1)
  expect(stderr).toBe('12 rows: 2 sound, 1 mended, 1 not mended wholly, 8 failed\n')
  const error = (
    id: unknown,
    code: string,
    message: unknown = expect.stringMatching(/^[^\n]+\.$/),
  ): unknown => ({
    id,
    error: { code, message },
  })
  expect(lines(stdout)).toEqual([
    { id: 'a', document: sound, changed: false, found: [], left: [] },
    { id: 2, document: expect.anything(), changed: true, found: [expect.anything()], left: [] },
    error(null, 'broken-json', 'The row is not valid JSON at column 22: the text ends too early.'),
    error('d', 'bad-row', 'The row has no `document`.'),
    error('e', 'not-a-conversation'),
    error('f', 'unknown-api', 'Unknown API `antropic`. Did you mean `anthropic`?'),
    error(
      'g',
      'bad-row',
      '`kep` is no `policy` of a row; it takes one of `keep`, `drop`, `drop-turn`, `report`.',
    ),
    { id: 'h', document: open, changed: false, found: [expect.anything()], left: [expect.anything()] },
    error(null, 'bad-row', 'The row is not an object with a `document`.'),
    error(null, 'bad-row', 'The row is not an object with a `document`.'),
    error(null, 'bad-row', 'The `api` of the row is not a string.'),
    { id: { nested: [1] }, document: sound, changed: false, found: [], left: [] },
  ])
})

test('a row answers exactly what the document answers alone', () => {
  const input = JSON.stringify(open)
  const alone = JSON.parse(mortise(['repair', '--json', '-q'], { input }).stdout)
  const row = JSON.parse(
    mortise(['repair', '--batch', '-q'], { input: `{"id":1,"document":${input}}` }).stdout,
  )
  expect(row).toEqual({
    id: 1,
    document: alone.document,
    changed: true,
    found: alone.found,
    left: alone.left,
  })
})

test('names that are spelled with escapes are names, and the last of them counts', () => {
  const document = '{"messages":[{"role":"user","content":"go"}],"seed":12345678901234567890}'
  const rows = [
    `{"id":1,"d\\u006fcument":${document}}`,
    `{"\\u0069d":2,"document":${JSON.stringify(open)},"d\\u006fcument":${document}}`,
  ]
  expect(mortise(['repair', '--batch', '-q'], { input: rows.join('\n') }).stdout).toBe(
    [1, 2].map((id) => `{"id":${id},"document":${document},"changed":false,"found":[],"left":[]}\n`).join(''),
  )
})

test('`check` leaves the document out', () => {
  const { stdout, stderr, exit } = mortise(['check', '--batch'], {
    input: `\uFEFF{"id":"a","document":${JSON.stringify(sound)}}\r\n{"id":"b","document":${JSON.stringify(open)}}\r\n`,
  })
  expect(exit).toBe(1)
  expect(stderr).toBe('2 rows: 1 sound, 1 with faults, 0 failed\n')
  expect(stdout.split('\n')[0]).toBe('{"id":"a","found":[]}')
  expect(Object.keys(lines(stdout)[1] as object)).toEqual(['id', 'found'])
})

test('the flags are the defaults of the rows', () => {
  const input = `{"document":${JSON.stringify(open)}}\n{"policy":"keep","document":${JSON.stringify(open)}}`
  const { stdout } = mortise(['repair', '--batch', '-q', '--policy', 'report'], { input })
  expect(lines(stdout)).toMatchObject([{ changed: false }, { changed: true }])
})

test('unchanged documents and ids keep their text', () => {
  const document =
    '{"model": "claude-sonnet-4-5", "messages": [{"role":"user","content":"\\u00e9"}], "n": 1.0}'
  const { stdout, exit } = mortise(['repair', '--batch', '-q'], {
    input: `{"document":${document},"id":12345678901234567890}`,
  })
  expect(exit).toBe(0)
  expect(stdout).toBe(
    `{"id":12345678901234567890,"document":${document},"changed":false,"found":[],"left":[]}\n`,
  )
})

test('mended rows all: the exit is 0', () => {
  const { exit } = mortise(['repair', '--batch', '-q'], { input: `{"document":${JSON.stringify(open)}}` })
  expect(exit).toBe(0)
})

const folder = folderWith({ 'rows.jsonl': `{"id":1,"document":${JSON.stringify(sound)}}` })

test('rows from a file, and nothing at all', () => {
  expect(mortise(['check', 'rows.jsonl', '--batch', '-q'], { folder }).stdout).toBe('{"id":1,"found":[]}\n')
  expect(mortise(['check', 'row.jsonl', '--batch', '-q'], { folder })).toMatchObject({
    stderr: 'mortise: There is no file `row.jsonl`.\nhint: npx mortise check rows.jsonl\n',
    exit: 4,
  })
  expect(mortise(['check', '--batch'])).toEqual({
    stdout: '',
    stderr: '0 rows: 0 sound, 0 with faults, 0 failed\n',
    exit: 0,
  })
})

test('a row of any length', () => {
  const long = { ...sound, messages: [{ role: 'user', content: 'x'.repeat(20_000_000) }] }
  const { stdout, exit } = mortise(['repair', '--batch', '-q'], {
    input: `{"id":1,"document":${JSON.stringify(long)}}\n{"id":2,"document":${JSON.stringify(sound)}}`,
  })
  expect(exit).toBe(0)
  expect(lines(stdout)).toMatchObject([
    { id: 1, changed: false },
    { id: 2, changed: false },
  ])
})

test('a row is answered before the next one is asked', async () => {
  const child = start(['check', '--batch'])
  child.stdin.write(`{"id":1,"document":${JSON.stringify(sound)}}\n`)
  const [first] = await once(child.stdout, 'data')
  expect(String(first)).toBe('{"id":1,"found":[]}\n')
  child.stdin.end(`{"id":2,"document":${JSON.stringify(sound)}}`)
  const [second] = await once(child.stdout, 'data')
  expect(String(second)).toBe('{"id":2,"found":[]}\n')
  expect(await once(child, 'exit')).toEqual([0, null])
})
