import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinOwned } from '../../core/src/convert/joints.ts'
import { ownersById } from '../../core/src/convert/owners.ts'
import type { Converter, Loss, ReadTask, Wording, WriteTask } from '../../core/src/model/converter.ts'
import { adjacentResults } from '../../core/src/model/layout.ts'
import type { NeutralRequest } from '../../core/src/model/neutral.ts'
import { freeze } from '../laws/laws.ts'

/** A converter's tasks, and the losses that were noted. */
export function tasksOf(
  converter: Converter,
  model?: string,
): { readonly reading: ReadTask; readonly writing: WriteTask; readonly lost: Loss[] } {
  const lost: Loss[] = []
  const lose: ReadTask['lose'] = (at, what, why) => {
    lost.push({ at: at ?? [], what, why })
  }
  const { provider } = converter
  return { reading: { lose, provider }, writing: { lose, provider, model }, lost }
}

const hidden: ReadonlySet<string> = new Set(['at', 'places', 'printed'])

/** The same value without places and printed forms: a writer has none. */
export function placeless<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (hidden.has(name) ? undefined : member)),
  ) as Value
}

/** Asserts that a document is read as a value, and that the value is written as the document, with nothing lost. */
export function readsAndWrites<Kind>(
  converter: Converter,
  wording: Wording<Kind> | undefined,
  document: unknown,
  value: Partial<Kind>,
): void {
  const { reading, writing, lost } = tasksOf(converter)
  const read = wording!.read(deepFreeze(document), reading)
  expect(placeless(read)).toMatchObject(placeless(value) as object)
  expect(JSON.parse(JSON.stringify(wording!.write(deepFreeze(read), writing)))).toEqual(document)
  expect(lost).toEqual([])
}

/** Asserts that a generated value comes back from its document as it was, with nothing lost. */
export function comesBack<Kind>(
  title: string,
  converter: Converter,
  wording: Wording<Kind> | undefined,
  values: fc.Arbitrary<Kind>,
): void {
  test(title, () => {
    fc.assert(
      fc.property(values, (value) => {
        const { reading, writing, lost } = tasksOf(converter)
        const document = deepFreeze(JSON.parse(JSON.stringify(wording!.write(deepFreeze(value), writing))))
        expect(placeless(named(wording!.read(document, reading)))).toEqual(placeless(value))
        expect(lost).toEqual([])
      }),
      { numRuns: 120 },
    )
  })
}

/** Some formats do not name the tool of a result; the conversion finds it by the call. */
function named<Kind>(value: Kind): Kind | NeutralRequest {
  const request = value as NeutralRequest
  const owners = request.as === 'request' ? ownersById(request) : undefined
  return owners === undefined ? value : joinOwned(request, owners, anyTarget, () => {}).request
}

/** Asserts that documents of any shape are read and written without an error. */
export function takesJunk(converter: Converter, seeds: readonly unknown[]): void {
  test('junk is read and written without an error', () => {
    fc.assert(
      fc.property(damaged(seeds), (document) => {
        const { reading, writing } = tasksOf(converter)
        deepFreeze(document)
        converter.kindOf(document)
        converter.request.write(deepFreeze(converter.request.read(document, reading)), writing)
        const { answer, error } = converter
        if (answer) answer.write(deepFreeze(answer.read(document, reading)), writing)
        if (error) error.write(deepFreeze(error.read(document, reading)), writing)
      }),
      { numRuns: 400 },
    )
  })
}

/** A sound document in which some values were replaced by others, or any value at all. */
function damaged(seeds: readonly unknown[]): fc.Arbitrary<unknown> {
  const oddities = fc.oneof(
    fc.constantFrom(null, 0, -1, '', 'x', true, [], {}, [null], [[]], [''], { text: 1 }, { type: 'text' }),
    fc.jsonValue(),
  )
  const hit = fc.record({
    seed: fc.constantFrom(...seeds),
    rates: fc.infiniteStream(fc.nat(20)),
    oddities: fc.infiniteStream(oddities),
  })
  return fc.oneof(
    oddities,
    hit.map(({ seed, rates, oddities: odd }) =>
      JSON.parse(JSON.stringify(seed), (_, value: unknown) =>
        rates.next().value === 0 ? odd.next().value : value,
      ),
    ),
  )
}

function deepFreeze<Value>(value: Value): Value {
  freeze(value)
  return value
}

const anyTarget = { rulebook: { rows: {}, layout: adjacentResults }, namesResults: true, back: {} }
