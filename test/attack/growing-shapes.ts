/** A document with something in it repeated any number of times. */
export interface GrowingShape {
  readonly name: string
  build(count: number): unknown
}

type Fields = Readonly<Record<string, unknown>>

/** The members that hold ids, in any format. */
const ids: ReadonlySet<string> = new Set([
  ...['id', 'call_id', 'tool_use_id', 'tool_call_id', 'toolCallId', 'toolUseId', 'uuid'],
])

/** Every way to repeat something in a document: an element, a pair, all turns, members, depth, letters. */
export function growingShapes(document: unknown): readonly GrowingShape[] {
  return [...shapesOf(document, [], (value) => value)]
}

type Put = (value: unknown) => unknown

function* shapesOf(value: unknown, path: readonly (string | number)[], put: Put): Generator<GrowingShape> {
  const at = path.join('.')
  const shape = (how: string, build: (count: number) => unknown): GrowingShape => ({
    name: `${at} ${how}`,
    build: (count) => put(build(count)),
  })
  if (Array.isArray(value)) {
    for (const index of value.keys()) {
      const around = (middle: readonly unknown[], width = 1): unknown[] =>
        value.slice(0, index).concat(middle, value.slice(index + width))
      yield* repeats(value, index, around, path.length <= 1, shape)
      yield* shapesOf(value[index], [...path, index], (child) => put(around([child])))
    }
    if (path.length <= 1) yield* wholes(value, shape)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value))
      yield* shapesOf(child, [...path, key], (other) => put({ ...value, [key]: other }))
    yield shape('members', (count) => ({
      ...value,
      ...Object.fromEntries(times(count, (index) => [`x${index}`, index])),
    }))
    yield shape('deep', (count) => ({ ...value, deep: nested(Math.min(count, 1000)) }))
  } else if (typeof value === 'string' && value !== '') {
    yield shape('long', (count) => value.repeat(count))
    yield shape('blank around', (count) => `${' '.repeat(count)}${value}${'\n'.repeat(count)}`)
    yield shape('glued', (count) => `${value}__thought__`.repeat(count))
  }
}

type MakeShape = (how: string, build: (count: number) => unknown) => GrowingShape

function* repeats(
  list: readonly unknown[],
  index: number,
  around: (middle: readonly unknown[], width?: number) => unknown,
  isOuter: boolean,
  shape: MakeShape,
): Generator<GrowingShape> {
  const one = list[index]
  const next = list[index + 1]
  yield shape(`${index} again`, (count) => around(times(count, () => copied(one))))
  yield shape(`${index} with ids of their own`, (count) => around(times(count, (each) => stamped(one, each))))
  if (!isOuter || next === undefined) return
  const pairs = (count: number, left: number, right: number): unknown[] =>
    times(count, (each) => [stamped(one, each * left), stamped(next, each * right)]).flat()
  yield shape(`${index} pairs with one id`, (count) => around(pairs(count, 0, 0), 2))
  yield shape(`${index} pairs`, (count) => around(pairs(count, 1, 1), 2))
  yield shape(`${index} pairs with wrong ids`, (count) => around(pairs(count, 1, -1), 2))
  yield shape(`${index} two runs`, (count) =>
    around(
      [...times(count, (each) => stamped(one, each)), ...times(count, (each) => stamped(next, each))],
      2,
    ),
  )
}

function* wholes(list: readonly unknown[], shape: MakeShape): Generator<GrowingShape> {
  const all = (count: number): unknown[] => times(count, (each) => stamped(list, each)).flat()
  yield shape('all with one id', (count) => times(count, () => copied(list)).flat())
  yield shape('all', all)
  yield shape('all in reverse', (count) => all(count).reverse())
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function nested(depth: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < depth; level++) value = { a: [value] }
  return value
}

function copied<Value>(value: Value): Value {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value)
}

/** A copy whose ids end in a number. */
function stamped(value: unknown, number: number): unknown {
  if (Array.isArray(value)) return value.map((child) => stamped(child, number))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Fields).map(([key, child]) => [
      key,
      ids.has(key) && typeof child === 'string' ? `${child}${number}` : stamped(child, number),
    ]),
  )
}
