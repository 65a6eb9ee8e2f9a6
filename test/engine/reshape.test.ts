import { describe, expect, test } from 'vitest'
import { type Draft, draftOf, rawOf, setParts } from '../../core/src/engine/draft/draft.ts'
import { rereadParts, reshape } from '../../core/src/engine/draft/reshape.ts'
import type { FactName } from '../../core/src/model/fact-names.ts'
import type { Format } from '../../core/src/model/format.ts'
import type { ShapeName } from '../../core/src/model/shape-names.ts'
import type { Part, Turn } from '../../core/src/model/transcript.ts'
import { contextOf } from './context.ts'
import { printTurns, turnsOf } from './turns.ts'

/** A turn as this format writes it: who speaks, and a list of parts, each a word of a line. */
interface Raw {
  readonly role: string
  readonly content: readonly string[]
}

const written = (line: string): Raw => {
  const [role = '', ...content] = line.match(/'[^']*'|\S+/g) ?? []
  return { role, content }
}

function read(raw: unknown, index: number): Turn {
  const { role, content } = raw as Raw
  const [turn] = turnsOf([[role, ...content].join(' ')]) as [Turn]
  return { ...turn, index, raw }
}

const format = {
  lists: { content: { path: ['content'] } },
  readTurn: read,
  renderTurn: (role: string, { parts }: { parts: readonly string[] }) => ({ role, content: parts }),
  shapes: {
    'text-only': (raw: unknown) => raw,
    'own-part': (_raw: unknown, wish: unknown) =>
      typeof wish === 'string' && /^\w+[#+]?\S* /.test(wish) ? written(wish) : wish,
  },
} as unknown as Partial<Format>

function draftWith(...lines: readonly string[]): Draft {
  const draft = draftOf(contextOf(lines, { format }))
  draft.turns = lines.map((line, index) => read(written(line), index))
  return draft
}

const turnAt = (draft: Draft, position: number): Turn => draft.turns[position] as Turn
const partAt = (draft: Draft, position: number, place: number): Part =>
  turnAt(draft, position).parts[place] as Part

/** Gives a turn or a part another shape, and reads it again. */
function reshapeNow(draft: Draft, intent: Parameters<typeof reshape>[1]): void {
  const changes = { reshaped: new Map<Turn, Set<Part>>() }
  reshape(draft, intent, changes, 'test')
  rereadParts(draft, changes)
}

describe('a turn in another shape', () => {
  const reshaped = (draft: Draft, wish: string, shape: ShapeName = 'own-part'): string[] => {
    reshapeNow(draft, { turn: turnAt(draft, 0), shape, wish })
    return printTurns(draft.turns)
  }

  test('is read again', () => {
    const draft = draftWith("user 'go' a")
    const turn = turnAt(draft, 0)
    setParts(turn, [], 'before')
    expect(reshaped(draft, "user 'on' * b")).toEqual(["user 'on' * b"])
    expect(turn).toMatchObject({ why: 'test', raw: written("user 'on' * b"), origin: written("user 'go' a") })
    expect(turn.was).toBeUndefined()
    reshaped(draft, "user 'so'")
    expect(turn.origin).toEqual(written("user 'go' a"))
  })

  test('keeps the parts that stand where they stood', () => {
    const draft = draftWith("user a 'go' b")
    const [call, text, other] = turnAt(draft, 0).parts
    reshaped(draft, "user x 'on' *")
    const { parts } = turnAt(draft, 0)
    expect([parts[0] === call, parts[1] === text, parts[2] === other]).toEqual([true, true, false])
    expect(call).toMatchObject({ id: 'x' })
  })

  test('of one list does not take the parts of another', () => {
    const draft = draftWith("user 'go'")
    const part = Object.assign(partAt(draft, 0, 0), { list: 'other' })
    reshaped(draft, "user 'on'")
    expect(turnAt(draft, 0).parts[0]).not.toBe(part)
  })

  test.each<[string, (draft: Draft) => void, ShapeName]>([
    ['that has it already', () => {}, 'text-only'],
    ['that the format does not know', () => {}, 'result-item'],
    ['that the repair itself made', (draft) => Object.assign(turnAt(draft, 0), { index: -1 }), 'own-part'],
  ])('%s stays as it is', (_, change, shape) => {
    const draft = draftWith("user 'go'")
    change(draft)
    reshaped(draft, "user 'on'", shape)
    expect(turnAt(draft, 0)).not.toHaveProperty('origin')
    expect(partAt(draft, 0, 0)).toMatchObject({ text: 'go' })
  })

  test.each([
    ['is known where it was not', 'unknown', 'model'],
    ['stays as it was mended', 'user', 'user'],
  ] as const)('who speaks %s', (_, before, after) => {
    const draft = draftWith("user 'go'")
    turnAt(draft, 0).speaker = before
    reshaped(draft, "model 'so'")
    expect(turnAt(draft, 0).speaker).toBe(after)
  })

  test.each<[string, string | undefined, Map<FactName, unknown> | undefined]>([
    ['is read again', 'j', undefined],
    ['is read again, whatever else was mended', 'j', new Map([['speaker', 'user']])],
    ['stays as it was mended', 'i', new Map([['itemId', undefined]])],
  ])('the name of an item %s', (_, itemId, changed) => {
    const draft = draftWith("user#i 'go'")
    if (changed !== undefined) turnAt(draft, 0).changed = changed
    reshaped(draft, "user#j 'so'")
    expect(turnAt(draft, 0).itemId).toBe(itemId)
  })
})

describe('a part in another shape', () => {
  test('is read again in its turn, and stays the same part', () => {
    const draft = draftWith("user a 'go'")
    const [first, second] = turnAt(draft, 0).parts as [Part, Part]
    reshapeNow(draft, { turn: turnAt(draft, 0), part: second, shape: 'own-part', wish: "'on'" })
    expect(turnAt(draft, 0).parts).toEqual([first, second])
    expect(second).toMatchObject({
      text: 'on',
      raw: "'go'",
      index: 1,
      why: 'test',
      changed: new Map([['raw', "'on'"]]),
    })
    expect(first.changed).toBeUndefined()
    expect([rawOf(first), rawOf(second)]).toEqual(['a', "'on'"])
  })

  test('that it has already stays as it is', () => {
    const draft = draftWith("user 'go'")
    reshapeNow(draft, { turn: turnAt(draft, 0), part: partAt(draft, 0, 0), shape: 'own-part', wish: "'go'" })
    expect(partAt(draft, 0, 0).changed).toBeUndefined()
  })

  test('may be given another once more', () => {
    const draft = draftWith("user 'go'")
    const part = partAt(draft, 0, 0)
    for (const raw of ["'on'", "'so'"])
      reshapeNow(draft, { turn: turnAt(draft, 0), part, shape: 'own-part', wish: raw })
    expect(part).toMatchObject({ text: 'so', raw: "'go'" })
  })

  test('that is a guest of its turn is read by itself', () => {
    const draft = draftWith("user 'go' a", "user b 'on'")
    const [turn, guest] = [turnAt(draft, 0), partAt(draft, 1, 1)]
    setParts(turn, [...turn.parts, guest], 'test')
    reshapeNow(draft, { turn, part: guest, shape: 'own-part', wish: "'so'" })
    expect(guest).toMatchObject({ text: 'so', raw: "'on'", index: 1 })
  })

  test('that stands in a turn which the repair made is read by itself', () => {
    const draft = draftWith("user 'go' a 'on'")
    const made = { ...turnAt(draft, 0), index: -1, raw: undefined }
    reshapeNow(draft, { turn: made, part: partAt(draft, 0, 2), shape: 'own-part', wish: "'so'" })
    expect(partAt(draft, 0, 2)).toMatchObject({ text: 'so', raw: "'on'", index: 2 })
  })

  test('that went from its turn is read where it stood', () => {
    const draft = draftWith("user 'go' a")
    const [turn, part] = [turnAt(draft, 0), partAt(draft, 0, 1)]
    setParts(turn, turn.parts.slice(0, 1), 'test')
    reshapeNow(draft, { turn, part, shape: 'own-part', wish: 'b' })
    expect(part).toMatchObject({ id: 'b', raw: 'a', index: 1 })
  })

  test('that becomes another kind of part is only written', () => {
    const draft = draftWith("user 'go'")
    reshapeNow(draft, { turn: turnAt(draft, 0), part: partAt(draft, 0, 0), shape: 'own-part', wish: '*' })
    expect(partAt(draft, 0, 0)).toMatchObject({ kind: 'text', text: 'go', changed: new Map([['raw', '*']]) })
  })
})
