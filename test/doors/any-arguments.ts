import * as core from '@mortise/core'

const [book] = core.rulebooks
const [format] = core.formats
const turns = [{ role: 'user', content: 'Hello.' }]
const bytes = new TextEncoder().encode('[{"role":"user","content":"Hello."}]')

/** Values of every kind, right and wrong. */
const values: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  5,
  -1,
  Number.NaN,
  7n,
  '',
  'openai',
  'everywhere',
  'openai-chat',
  'opn',
  'open',
  'keep',
  'constructor',
  '__proto__',
  Symbol('x'),
  () => 5,
  [],
  [5],
  [null],
  ['openai'],
  turns,
  {},
  Object.create(null),
  bytes,
  new Uint16Array(2),
  new Error('Hm.'),
  book,
  format,
  { edits: [] },
  { edits: [{ do: 'remove', at: [0] }] },
  { edits: [{ do: 'hope', at: [7n] }] },
  { preset: 'keep', rows: {} },
  { name: 'x', format: 'openai-chat', rows: {}, layout: {} },
]

/** Draws a number below another. */
export type Draw = (below: number) => number

/** Up to four arguments: values of every kind, and options of these names. */
export function anyArguments(draw: Draw, names: readonly string[]): readonly unknown[] {
  return Array.from({ length: draw(5) }, () => anyValue(draw, names))
}

/** A value, or options of some of them. */
function anyValue(draw: Draw, names: readonly string[]): unknown {
  if (draw(2) === 0) return pickFrom(values, draw)
  const members = Array.from({ length: 1 + draw(3) }, () => [pickFrom(names, draw), pickFrom(values, draw)])
  return Object.fromEntries(members)
}

function pickFrom<Value>(list: readonly Value[], draw: Draw): Value {
  return list[draw(list.length)] as Value
}

/** The same numbers for the same name, on every run. */
export function drawFrom(name: string): Draw {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The error that a call throws, or that its promise rejects with. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  return undefined
}
