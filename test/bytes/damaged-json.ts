/** Numbers that are the same in every run. */
export class Draw {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }
}

/** Bytes that were JSON, in lines, before something happened to them; now and then nothing did. */
export function damagedJson(draw: Draw): Uint8Array {
  const lines = Array.from({ length: 1 + draw.below(3) }, () => value(draw, 0))
  const bytes = [...new TextEncoder().encode(lines.join(draw.of(['\n', '\n', '\r\n', ''])))]
  const times = draw.below(5)
  for (let time = 0; time < times; time++) draw.of(damages)(bytes, draw)
  return Uint8Array.from(bytes)
}

const names = [
  'role',
  'type',
  'content',
  'a',
  'b',
  'self',
  'list',
  'id',
  'text',
  'input',
  'tool_use_id',
  'data',
]
const strangeNames = [
  '',
  'x',
  'roles',
  '__proto__',
  'r\\u006fle',
  'é',
  'a\\"',
  'a-very-long-name-that-no-table-holds',
]
const scalars = [
  '0',
  '-0',
  '12',
  '-1.5e+3',
  '1E400',
  '12345678901234567890',
  'true',
  'false',
  'null',
  '0.1',
  '""',
]
const texts = [
  'user',
  'tool_use',
  'toolu_01',
  ' ',
  'y'.repeat(16),
  'z'.repeat(61),
  'é日本語',
  '\u2028',
  '\u00a0'.repeat(20),
  '\\n',
  '\\"',
  '\\\\',
  '\\/',
  '\\b\\f\\r\\t',
  '\\u0041',
  '\\ud83d\\ude00',
  '\\ud800',
  '\\udc00',
  '{\\"tool_use_id\\":1}',
]

function value(draw: Draw, depth: number): string {
  const choice = draw.below(depth > 4 ? 5 : 10)
  if (choice < 3) return string(draw)
  if (choice < 5) return draw.of(scalars)
  const space = draw.of(['', '', '', ' ', '\t', '\r'])
  const length = draw.below(4)
  if (choice < 7) {
    const elements = Array.from({ length }, () => value(draw, depth + 1))
    return `[${space}${elements.join(`${space},${space}`)}${space}]`
  }
  const members = Array.from({ length }, () => {
    const name = draw.below(6) === 0 ? draw.of(strangeNames) : draw.of(names)
    if (draw.below(9) === 0) return `"arguments"${space}:${space}${quoted(draw, depth)}`
    return `"${name}"${space}:${space}${value(draw, depth + 1)}`
  })
  return `{${space}${members.join(`${space},${space}`)}${space}}`
}

/** JSON in a string; now and then a piece of it is escaped that need not be, or not what must be. */
function quoted(draw: Draw, depth: number): string {
  const text = JSON.stringify(value(draw, depth + 2))
  if (draw.below(3) > 0) return text
  const at = draw.below(text.length)
  return `${text.slice(0, at)}${draw.of(['\\n', '\\\\', '\\"', '\\u0020', '\\/', '\\t', ' '])}${text.slice(at)}`
}

function string(draw: Draw): string {
  const length = draw.below(3) === 0 ? draw.below(9) : 1
  return `"${Array.from({ length }, () => draw.of(texts)).join('')}"`
}

type Damage = (bytes: number[], draw: Draw) => void

const tellingBytes = [...'"\\{}[],:0-.eEu\n\r\t \0\x1f\x7f/x', '\x80', '\xc3', '\xe2', '\xff'].map((letter) =>
  letter.charCodeAt(0),
)

const damages: readonly Damage[] = [
  function insertTelling(bytes, draw) {
    bytes.splice(draw.below(bytes.length + 1), 0, draw.of(tellingBytes))
  },
  function replaceWithTelling(bytes, draw) {
    if (bytes.length > 0) bytes[draw.below(bytes.length)] = draw.of(tellingBytes)
  },
  function remove(bytes, draw) {
    bytes.splice(draw.below(bytes.length + 1), 1 + draw.below(3))
  },
  function flipBit(bytes, draw) {
    const at = draw.below(bytes.length + 1)
    if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << draw.below(8))
  },
  function copyElsewhere(bytes, draw) {
    const start = draw.below(bytes.length + 1)
    const slice = bytes.slice(start, start + draw.below(40))
    bytes.splice(draw.below(bytes.length + 1), 0, ...slice)
  },
  function tear(bytes, draw) {
    bytes.length = draw.below(bytes.length + 1)
  },
  function insertRaw(bytes, draw) {
    const raw = Array.from({ length: draw.below(20) }, () => draw.below(256))
    bytes.splice(draw.below(bytes.length + 1), 0, ...raw)
  },
  function insertZeros(bytes, draw) {
    const zeros = Array.from({ length: draw.below(80) }, () => 0)
    bytes.splice(draw.below(bytes.length + 1), 0, ...zeros)
  },
]
