import { describe, expect, test } from 'vitest'
import { compileTable } from '../../core/src/bytes/read/table.ts'
import { sketchDocument } from '../../core/src/bytes/sketch/sketch.ts'
import { headLength } from '../../core/src/model/picks.ts'
import { agreement, type FoundLine, linesOf, makers, pick, readInChunks, table } from './readers.ts'
import { type ReferenceLine, referenceDocument, referenceLines } from './reference.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const raw = (text: string): Uint8Array => Uint8Array.from([...text], (letter) => letter.charCodeAt(0))

const long = 'x'.repeat(100)

// Each is read as a document and as lines, by each reader, and must be what `JSON.parse` says.
const inputs: readonly (readonly [name: string, text: string])[] = [
  ['nothing', ''],
  ['white space', ' \t\r\n \n'],
  ['a null', 'null'],
  ['a number', '-0.5e+10'],
  ['numbers', '{"a":[0,-0,1.5,1e5,1E-5,-1.25e+3],"b":-0,"list":[[0,-0,12,9007199254740993,1e400]]}'],
  ['integers beyond 2^53', '{"b":12345678901234567890,"a":9007199254740993}'],
  ...['01', '-', '1.', '.5', '1e', '1e+', '+1', '0x1', 'NaN', 'Infinity', '1_0', '--1', '1.e5'].map(
    (text) => [`no number: ${text}`, `{"b":${text}}\n[${text}]\n${text}`] as const,
  ),
  ...['tru', 'nul', 'fals', 'True', 'truee', 'undefined'].map(
    (text) => [`no word: ${text}`, `{"b":${text}}\n[${text}]\n${text}`] as const,
  ),
  ['the words', '{"a":true,"b":false,"role":null,"list":[[true,false,null]]}'],
  ['formatted with white space', '{ "role" :\t"user" ,\r\n "content" : [ { "type" : "text" } , { } ] }'],
  [
    'white space before line ends',
    '{ "role" :\t"user" ,\r "content" : [ { "type" : "text" } , { } ] } \r\n 1 ',
  ],
  ['names in any order', '{"content":[{"tool_use_id":"t","id":"i","type":"tool_result"}],"role":"user"}'],
  [
    'wanted names inside arguments',
    '{"content":[{"type":"tool_use","input":{"tool_use_id":"no","type":"x"}}]}',
  ],
  ['wanted names inside quoted JSON', '{"content":[{"type":"text","text":"{\\"tool_use_id\\":\\"no\\"}"}]}'],
  ['a name that starts like a wanted one', '{"roles":"x","rol":"y","role ":"z","":1,"Role":2}'],
  [
    'a whole object',
    '{"a":{"deep":[{"role":"x"},"\\u00e9é"]},"b":{"deep":1},"content":{"type":1},"role":{}}',
  ],
  ['kinds that are not expected', '{"content":"text","list":{"x":1},"self":[1],"role":[],"type":{"a":1}}'],
  ['empty ones', '{"content":[],"list":[[],[]],"self":{},"a":[],"b":[]}'],
  ['a pick that holds itself', '{"self":{"self":{"self":{"role":"user","b":[1]}}}}'],
  ['parts in parts', '{"content":[{"content":[{"content":[{"id":"x"}]}]}]}'],
  [
    'JSON in a string',
    '{"arguments":"{\\"a\\":[1]}"}\n{"arguments":"{"}\n{"arguments":" \\n1 "}\n{"arguments":{"b":1}}\n{"arguments":"\\u0031"}',
  ],
  ['a proto member', '{"__proto__":{"x":1},"self":{"__proto__":"p"}}'],
  ['a wanted member twice', '{"role":"user","role":"assistant"}'],
  ['a wanted member twice, deep', '{"self":{"content":[{"id":"a","id":"b"}]}}'],
  ['an unwanted member twice', '{"x":1,"x":2,"b":{"role":1,"role":2}}'],
  ['one name on two levels', '{"role":"a","self":{"role":"b"}}'],
  ['an escape in a name beside wanted ones', '{"r\\u006fle":"user","b":1}'],
  ['an escape in a name where none is wanted', '{"b":{"r\\u006fle":"user"},"a":{"\\"":1}}'],
  [
    'escapes',
    '{"b":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041","a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041","x":"\\u12aF"}',
  ],
  ...['\\x', '\\', '\\u', '\\u12', '\\u12g4', '\\U0041', '\\u 123', "\\'", '\\0', '\\\\\\'].map(
    (text) => [`no escape: ${text}`, `{"b":"${text}"}\n["${text}"]\n{"x":"${text}`] as const,
  ),
  ['known words spelled with an escape', '{"role":"us\\u0065r"}'],
  ['a pair of surrogates', '{"x":"\\ud83d\\ude00","b":"\\uD83D\\uDE00"}'],
  ['half a character, skipped', '{"x":["\\ud800"]}'],
  ['half a character, low', '{"x":"\\udc00"}'],
  ['half a character before a whole one', '{"x":"\\ud83d\\ud83d\\ude00"}'],
  ['half a character before another escape', '{"x":"\\ud83d\\n"}'],
  ['half a character before bad digits', '{"x":"\\ud83d\\uzzzz"}'],
  ['half a character in a name', '{"b":{"\\udfff":1}}'],
  ['what looks like half a character', '{"x":"\\\\ud800"}'],
  [
    'control characters',
    ['\u0000', '\u0001', '\t', '\u001f', '\u007f'].map((c) => `{"b":"${c}"}`).join('\n'),
  ],
  ['control characters outside', ['\u0000', '\u000b', '\f', '\u007f'].map((c) => `{"b":1${c}}`).join('\n')],
  ['a raw line feed in a string', '{"role":"us\ner"}\n{"role":"user"}'],
  ['U+2028 and U+2029', '{"b":"\u2028\u2029","a":"\u2028"}\n\u2028'],
  ['other white space outside', '\u00a0{}\n\ufeff{}\n{}\u3000\n\u0085'],
  ['a mark of byte order', '\ufeff{"role":"user"}\n\ufeff1'],
  ['trailing garbage', '{}x\n[] []\n1 2\n"a""b"\ntruefalse\n{},'],
  ['objects glued together', '{"role":"user"}{"role":"user"}\n[1][2]'],
  ['commas', '{"a":1,}\n{,}\n[1,]\n[,1]\n[1,,2]\n{"a":1,,"b":2}\n,'],
  ['colons', '{"a"}\n{"a":}\n{"a"::1}\n{"a" 1}\n{:1}\n{1:1}\n[1:2]'],
  [
    'brackets',
    '[\n]\n{\n}\n[}\n{]\n[1}\n{"a":1]\n{"b":[}\n{"b":{]}\n[[]\n[]]\n{"content":[}]\n{"content":[{]}}',
  ],
  ['single quotes and comments', "{'a':1}\n/* */1\n1 // x\n#"],
  [
    'torn lines',
    '{"role":"us\n{"role":"user","content":[{"type":"tool_u\n{"role":"user"}\n{"b":"\\\n{"b":"\\u00\n{}',
  ],
  ['runs of NUL', `${'\0'.repeat(70)}\n{"role":"user"}\n{"b":"${'\0'.repeat(9)}\n{}${'\0'.repeat(3)}`],
  ['CRLF', '{"role":"user"}\r\n\r\n{"b":"x\r\n{"a":1}\r\n'],
  ['no line feed at the end', '{"role":"user"}\n{"role":"assistant"}'],
  ['blank lines', '\n\n{}\n \n\t\n{}\n\n'],
  [
    'long texts',
    `{"b":"${long}","self":{"b":" ${long}"},"a":"${long}${long}","list":[["é${long}","\\n${long}"]]}`,
  ],
  ['long blank texts', `{"b":"${' '.repeat(40)}","list":[["${'\\n'.repeat(20)}","${'\u00a0'.repeat(40)}"]]}`],
  [
    'long texts with ink in doubt',
    `{"list":[["${'\\u0020'.repeat(9)}","${'\u3000'.repeat(20)}x","${'\u2009'.repeat(20)}"]]}`,
  ],
  ['texts about the size of a block', blockSizes()],
  ['long texts of which the head is wanted', longHeads()],
  ['what may come after a plain run of each size', plainRuns()],
  ['backslashes about the size of a block', backslashRuns()],
  ['JSON in a string with runs of backslashes', innerBackslashRuns()],
  ['a string that is not closed, at each size', unclosed()],
]

function blockSizes(): string {
  const sizes = Array.from({ length: 140 }, (_, size) => size)
  return sizes
    .map((size) => `{"b":"${'y'.repeat(size)}","a":"${'é'.repeat(size)}","x":"${'z'.repeat(size)}\\n"}`)
    .join('\n')
}

function longHeads(): string {
  const sizes = [-1, 0, 1, 4000].map((more) => headLength + more)
  const texts = sizes.flatMap((size) => [
    'y'.repeat(size),
    `${'y'.repeat(size)}é`,
    `é${'y'.repeat(size)}`,
    `${'y'.repeat(headLength - 1)}é${'z'.repeat(size)}`,
    `\\/${'y'.repeat(size)}`,
  ])
  return texts.map((text) => `{"data":"${text}"}`).join('\n')
}

function plainRuns(): string {
  const ends = ['\\n', '\\"', '\\\\', '\\u00e9', '\\ud800', '\\x', '\\u00', '\t', '\x1f', 'é', '\x7f', '']
  const sizes = Array.from({ length: 96 }, (_, size) => size + 48)
  const texts = sizes.flatMap((size) => ends.map((end) => `${'y'.repeat(size)}${end}`))
  return texts.map((text) => `{"b":"${text}${'z'.repeat(text.length % 90)}"}`).join('\n')
}

function backslashRuns(): string {
  const sizes = Array.from({ length: 140 }, (_, size) => size)
  return sizes.map((size) => `{"b":"${'y'.repeat(size % 67)}${'\\'.repeat(size)}"}`).join('\n')
}

function innerBackslashRuns(): string {
  const after = ['"', 'n', 't', 'u00', 'u00zz', '/', 'z', '']
  const sizes = Array.from({ length: 70 }, (_, size) => size)
  const inner = sizes.flatMap((size) =>
    after.map((letter, turn) => `${'y'.repeat(size)}${'\\'.repeat((size * 5 + turn) % 14)}${letter}`),
  )
  return inner.map((text) => `{"arguments":"{\\"${text}1f${text}\\":\\"\\\\n\\"}"}`).join('\n')
}

function unclosed(): string {
  return Array.from({ length: 140 }, (_, size) => `["${'y'.repeat(size)}`).join('\n')
}

const byteInputs: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['overlong UTF-8', raw('{"b":"\xc0\xa2","a":"\xe0\x80\xa2","role":"\xc1\xbf"}\n\xc0\xa2')],
  ['broken UTF-8', raw('{"b":"\xff\xfe","a":"\xe2\x82","role":"\xed\xa0\x80"}\n{"b":"\xf0\x9f"}')],
  ['a broken start before a quote', raw('{"b":"\xe2"}\n{"\xe2":1}\n{"ro\xe2le":1}\n\xe2')],
]

describe.each(makers)('%s', (_, make) => {
  const reader = make(table)

  const all = [...inputs.map(([name, text]) => [name, bytesOf(text)] as const), ...byteInputs]

  test.each(all)('reads %s', (_, bytes) => {
    agrees(linesOf(reader.readDocument(bytes)), [referenceDocument(bytes, pick)])
    agrees(readInChunks(reader, bytes, []), referenceLines(bytes, pick))
  })

  test.each(inputs)('reads %s as a text', (_, text) => {
    agrees(linesOf(reader.readText(text)), [referenceDocument(bytesOf(text), pick)])
  })

  test('a text of the widest characters, and half of one', () => {
    const [line] = linesOf(reader.readText(`{"a":"${'東'.repeat(2000)}"}`))
    expect(line?.sketch).toEqual({ a: '東'.repeat(2000) })
    const [half] = linesOf(reader.readText('{"a":"\ud800"}'))
    expect(half?.sketch).toEqual({ a: '\ufffd' })
  })

  test.each(all.filter(([, bytes]) => bytes.length < 2000))('reads %s, cut at every byte', (_, bytes) => {
    const expected = referenceLines(bytes, pick)
    for (let cut = 0; cut <= bytes.length; cut++) agrees(readInChunks(reader, bytes, [cut]), expected)
    agrees(
      readInChunks(
        reader,
        bytes,
        Array.from(bytes, (_, index) => index),
      ),
      expected,
    )
  })

  test('a wanted text that is long comes in its own words, an unwanted one is stood in for', () => {
    const bytes = bytesOf(
      `{"a":"${long}","b":"${long}","list":[["\\n ${long}","日本${long}","${' '.repeat(40)}"]]}`,
    )
    const [line] = linesOf(reader.readDocument(bytes))
    expect(line?.sketch).toEqual({ a: long, b: 'text', list: [['text', 'text', ' '.repeat(40)]] })
  })

  test.each([
    ['arrays that are skipped', '{"x":', '[', ']', '}', 'fine'],
    ['arrays that are picked', '{"content":', '[', ']', '}', 'fine'],
    ['objects that are skipped', '{"x":', '{"x":', '}', '}', 'fine'],
    ['objects that are picked', '', '{"self":', '}', '', 'careful'],
  ] as const)('%s, 100,000 deep', (_, before, open, close, after, state) => {
    const inner = open === '[' ? '' : '1'
    const text = `${before}${open.repeat(100_000)}${inner}${close.repeat(100_000)}${after}`
    const [line] = linesOf(reader.readDocument(bytesOf(text)))
    expect(line?.state).toBe(state)
    const [torn] = linesOf(reader.readDocument(bytesOf(text.slice(0, -1))))
    expect(torn).toMatchObject({ state: 'bad', events: [] })
  })

  test('ten million brackets are bad, soon', () => {
    const bytes = new Uint8Array(10_000_000).fill('['.charCodeAt(0))
    expect(linesOf(reader.readDocument(bytes))).toMatchObject([{ state: 'bad', events: [] }])
    expect(readInChunks(reader, bytes, [])).toMatchObject([{ state: 'bad', start: 0, end: 10_000_000 }])
  })

  test('one long line in small chunks takes time in proportion', () => {
    const line = bytesOf(`{"role":"user","x":"${'y'.repeat(20_000_000)}"}\n{"role":"user"}`)
    const cuts = Array.from({ length: line.length >> 12 }, (_, index) => (index + 1) << 12)
    const found = readInChunks(reader, line, cuts)
    expect(found.map(({ state, sketch }) => [state, sketch])).toEqual([
      ['fine', { role: 'user' }],
      ['fine', { role: 'user' }],
    ])
  })

  test('a closed object with other members must be read in full', () => {
    const closed = make(
      compileTable({ members: { a: { isClosed: true, members: { x: {} } }, b: { isClosed: true } } }),
    )
    const states = [
      '{"a":{"x":1},"y":2}',
      '{"a":{"x":1,"y":2}}',
      '{"b":{}}',
      '{"b":{"y":1}}',
      '{"a":{"x":{"y":1}}}',
    ].map((text) => sketchDocument(closed.readDocument(bytesOf(text)), table).state)
    expect(states).toEqual(['fine', 'careful', 'fine', 'careful', 'fine'])
  })

  test('the second of 64 wanted members, whichever it is, makes for a careful reading', () => {
    const names = Array.from({ length: 64 }, (_, index) => `m${index}`)
    const wide = make(compileTable({ members: Object.fromEntries(names.map((name) => [name, {}])) }))
    const once = names.map((name) => `"${name}":1`)
    const stateOf = (members: readonly string[]): string =>
      sketchDocument(wide.readDocument(bytesOf(`{${members.join()}}`)), table).state
    expect(stateOf(once)).toBe('fine')
    for (const member of once) expect(stateOf([...once, member])).toBe('careful')
  })

  test('lines are read on where a reader was told that they end', () => {
    const lines = reader.readLines()
    const taken = (text: string, isEnd: boolean): unknown[] => {
      lines.room(text.length).set(bytesOf(text))
      return linesOf(lines.take(text.length, isEnd), lines.base).map(({ start, end, sketch }) => [
        start,
        end,
        sketch,
      ])
    }
    expect(taken('{"b":1}\n{"b"', false)).toEqual([[0, 7, { b: 1 }]])
    expect(taken(':2}', true)).toEqual([[8, 15, { b: 2 }]])
    expect(taken('{"b":3}\n', true)).toEqual([[15, 22, { b: 3 }]])
    expect(taken('', true)).toEqual([])
  })

  test('a line larger than all before is held, and what is read after it too', () => {
    const text = `{"role":"user"}\n{"x":"${'y'.repeat(3_000_000)}","b":1}\n{"role":"user"}\n`
    const cuts = [10, 20, 1_000_000, 2_000_000, 2_999_999]
    expect(readInChunks(reader, bytesOf(text), cuts).map(({ sketch }) => sketch)).toEqual([
      { role: 'user' },
      { b: 1 },
      { role: 'user' },
    ])
  })

  test('more events than there is room for at first', () => {
    const bytes = bytesOf(`{"list":[[${'1,'.repeat(2_500_000)}1]]}`)
    const { state, value } = sketchDocument(reader.readDocument(bytes), table)
    expect(state).toBe('fine')
    expect((value as { list: number[][] }).list[0]?.length).toBe(2_500_001)
  })

  test('many strings of JSON take time in proportion', { timeout: 60_000 }, () => {
    const bytes = bytesOf('{"arguments":"{}"}\n'.repeat(200_000))
    const lines = reader.readLines()
    lines.room(bytes.length).set(bytes)
    expect(lines.take(bytes.length, true).count).toBe(200_000 * 4)
  })

  test('a document does not disturb lines that are being read', () => {
    const lines = reader.readLines()
    const bytes = bytesOf('{"role":"user"}\n{"role":"assistant"}')
    lines.room(20).set(bytes.subarray(0, 20))
    lines.take(20, false)
    reader.readDocument(bytesOf('{"b":"something else"}'))
    lines.room(bytes.length - 20).set(bytes.subarray(20))
    expect(linesOf(lines.take(bytes.length - 20, true))[0]?.sketch).toEqual({ role: 'assistant' })
  })
})

/** Holds what was found against the reference. */
function agrees(found: readonly FoundLine[], expected: readonly ReferenceLine[]): void {
  expect(agreement(found, expected)).toBeUndefined()
}
