/** A way to write a JSON value down. */
export interface Style {
  readonly name: string
  write(value: unknown): string
  /** What is not written in one way only. */
  readonly isAtWill?: boolean
}

/** Draws small numbers, the same for the same seed. */
export type Draw = (limit: number) => number

/** A source of small numbers. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % limit
  }
}

/** The ways in which each generated document is written. */
export function stylesOf(seed: number): Style[] {
  const draw = drawFrom(seed)
  const indents = [' ', '  ', '    ', '\t']
  const indent = indents[draw(indents.length)] as string
  return [
    { name: 'compact', write: (value) => JSON.stringify(value) },
    { name: 'spaced', write: spaced },
    { name: `indented by ${JSON.stringify(indent)}`, write: (value) => JSON.stringify(value, null, indent) },
    {
      name: 'with CRLF, a byte order mark and a last line break',
      write: (value) => `\uFEFF${JSON.stringify(value, null, indent).replaceAll('\n', '\r\n')}\r\n`,
    },
    { name: 'one record a line', write: recordLines },
    { name: 'in ASCII', write: (value) => escaped(JSON.stringify(value)) },
    { name: 'at will', write: (value) => writeAtWill(value, draw), isAtWill: true },
  ]
}

function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')
}

function recordLines(value: unknown): string {
  if (!Array.isArray(value)) return `${spaced(value)}\n`
  return `[\n${value.map((element) => `  ${spaced(element)}`).join(',\n')}\n]\n`
}

function escaped(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** White space anywhere, names and texts in escapes, names given twice, numbers in other words. */
export function writeAtWill(value: unknown, draw: Draw): string {
  const blanks = ['', '', '', ' ', '\n', '\r\n  ', '\t', '   ']
  const blank = (): string => blanks[draw(blanks.length)] as string
  const list = (items: readonly string[]): string =>
    items.map((item) => `${blank()}${item}${blank()}`).join(',')
  const member = (name: string, child: string): string => `${text(name, draw)}${blank()}:${blank()}${child}`
  const write = (part: unknown): string => {
    if (typeof part === 'string') return text(part, draw)
    if (typeof part === 'number') return number(part, draw)
    if (Array.isArray(part)) return part.length === 0 ? `[${blank()}]` : `[${list(part.map(write))}]`
    if (typeof part !== 'object' || part === null) return JSON.stringify(part)
    const members = Object.entries(part).map(([name, child]) => member(name, write(child)))
    const names = Object.keys(part)
    if (names.length > 0 && draw(8) === 0) members.unshift(member(names[0] as string, '[1, {"a": null}]'))
    return members.length === 0 ? `{${blank()}}` : `{${list(members)}}`
  }
  return `${blank()}${write(value)}${blank()}`
}

function text(value: string, draw: Draw): string {
  if (draw(4) !== 0) return JSON.stringify(value)
  const letters = [...value].map((letter) => {
    if (letter === '/') return '\\/'
    if (letter >= 'a' && letter <= 'e' && draw(3) === 0) return `\\u00${letter.charCodeAt(0).toString(16)}`
    return JSON.stringify(letter).slice(1, -1)
  })
  return `"${letters.join('')}"`
}

function number(value: number, draw: Draw): string {
  if (draw(2) === 0 || !Number.isInteger(value) || Math.abs(value) > 2 ** 40) return JSON.stringify(value)
  return draw(2) === 0 ? `${value}.0` : `${value}.00E+0`
}
