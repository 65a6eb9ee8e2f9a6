import fc from 'fast-check'
import type { NeutralEvent, StartedPart } from '../../core/src/model/neutral-stream.ts'

/** A part of a drawn answer, whole. */
export interface DrawnPart {
  readonly part: StartedPart
  readonly text: string
}

const words = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const name = fc.constantFrom('read', 'write_file', 'run')

const call: fc.Arbitrary<DrawnPart> = fc
  .record({
    token: fc.stringMatching(/^[a-z0-9]{8}$/),
    name,
    input: fc.dictionary(words, fc.jsonValue(), { maxKeys: 3 }),
  })
  .map(({ token, name: tool, input }) => ({
    part: { kind: 'call', id: `call_${token}`, name: tool, tool: 'function' },
    text: JSON.stringify(input),
  }))

const text: fc.Arbitrary<DrawnPart> = words.map((said) => ({ part: { kind: 'text' }, text: said }))
const reasoning: fc.Arbitrary<DrawnPart> = words.map((said) => ({ part: { kind: 'reasoning' }, text: said }))

/** Thoughts, words, calls: the order in which every wire can tell them. */
export const answers: fc.Arbitrary<readonly DrawnPart[]> = fc
  .tuple(
    fc.option(reasoning),
    fc.option(text),
    fc.uniqueArray(call, { maxLength: 4, selector: ({ part }) => (part.kind === 'call' ? part.id : '') }),
  )
  .map(([thought, said, calls]) => [thought, said, ...calls].filter((part) => part !== null))

/** The events of an answer, its texts cut into pieces; calls beside each other are told in turns where `isInterleaved`. */
export function eventsOf(
  parts: readonly DrawnPart[],
  { size, isInterleaved }: { readonly size: number; readonly isInterleaved: boolean },
): readonly NeutralEvent[] {
  const numbered = parts.map((part, index) => ({ ...part, index }))
  const isCall = ({ part }: DrawnPart): boolean => part.kind === 'call'
  const alone = numbered.filter((each) => !isInterleaved || !isCall(each))
  const together = numbered.filter((each) => isInterleaved && isCall(each))
  const usage = { input: 12, output: 7 }
  const reason = parts.some(isCall) ? 'calls' : 'end'
  return [
    { kind: 'start', id: 'answer1', model: 'a-model', created: 5, usage: { input: 12 } },
    ...alone.flatMap((each) => [begin(each), ...piecesOf(each, size), end(each)]),
    ...together.map(begin),
    ...inTurns(together.map((each) => piecesOf(each, size))),
    ...together.map(end),
    { kind: 'stop', reason, usage },
  ]
}

type Numbered = DrawnPart & { readonly index: number }

function begin({ index, part }: Numbered): NeutralEvent {
  return { kind: 'part-start', index, part }
}

function end({ index }: Numbered): NeutralEvent {
  return { kind: 'part-stop', index }
}

function piecesOf({ index, text: whole }: Numbered, size: number): readonly NeutralEvent[] {
  const characters = [...whole]
  const count = Math.ceil(characters.length / size)
  return Array.from({ length: count }, (_, at) => ({
    kind: 'part-text',
    index,
    text: characters.slice(at * size, (at + 1) * size).join(''),
  }))
}

function inTurns(lists: readonly (readonly NeutralEvent[])[]): readonly NeutralEvent[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
