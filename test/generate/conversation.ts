import fc from 'fast-check'
import { type Api, formatOf, refusalOf, rulebookOf } from './api.ts'
import { marker } from './marker.ts'
import { scribes } from './scribes.ts'

/** One call of the model, together with what it gave. */
export interface Call {
  readonly id: string
  readonly name: string
  readonly argument: string
  readonly result: string
  readonly hasFailed: boolean
}

/** One turn of a neutral, sound conversation; the results of its calls follow it. */
export interface Turn {
  readonly speaker: 'user' | 'model'
  readonly text: string | undefined
  readonly calls: readonly Call[]
}

/** The few small numbers that a conversation grows from. */
export interface Sketch {
  readonly idStyle: number
  readonly exchanges: readonly ExchangeSketch[]
}

interface ExchangeSketch {
  readonly rounds: readonly number[]
  readonly closing: number
}

/** Draws the numbers of a conversation of one to eight exchanges. */
export const sketch: fc.Arbitrary<Sketch> = fc.record({
  idStyle: fc.nat(2),
  exchanges: fc.array(fc.record({ rounds: fc.array(fc.nat(7), { maxLength: 2 }), closing: fc.nat(3) }), {
    minLength: 1,
    maxLength: 8,
  }),
})

/** Draws a sound conversation whose ids are legal for the API. */
export function conversationFor(api: Api): fc.Arbitrary<Turn[]> {
  return sketch.map((numbers) => converse(numbers, api))
}

/** Grows the conversation that a sketch stands for. */
export function converse({ idStyle, exchanges }: Sketch, api: Api): Turn[] {
  const writer = writerFor(api, idStyle)
  return exchanges.flatMap(({ rounds, closing }, index) => {
    const isLast = index === exchanges.length - 1
    // Some refuse a user turn right after a result, some after any of the user's: the model speaks first.
    const alternates = rulebookOf(api).layout.alternates === 'speech'
    const isOrdered = refusalOf(api, 'user-after-result') !== undefined
    const mustClose = (alternates || (isOrdered && rounds.length > 0)) && !isLast
    return [
      writer.say('user', 'please'),
      ...rounds.map((number) => writer.call(1 + (number % 4), number >= 4)),
      ...(closing > 0 || mustClose ? [writer.say('model', 'so')] : []),
    ]
  })
}

interface Writer {
  readonly say: (speaker: Turn['speaker'], words: string) => Turn
  readonly call: (count: number, hasText: boolean) => Turn
}

function writerFor(api: Api, idStyle: number): Writer {
  let count = 0
  const next = (): number => ++count
  const text = (words: string): string => `${words} ${marker('t', next())}`
  const call = (): Call => {
    const number = next()
    const name = names[number % names.length] ?? 'run'
    // Foreign forms of an id are legal wherever the pattern of the API lets them pass.
    const id = scribes[formatOf(api)].idOf(api, idStyle, name, number)
    const argument = marker('a', next())
    return { id, name, argument, result: `got ${marker('r', next())}`, hasFailed: number % 5 === 0 }
  }
  return {
    say: (speaker, words) => ({ speaker, text: text(words), calls: [] }),
    call: (length, hasText) => ({
      speaker: 'model',
      text: hasText ? text('first') : undefined,
      calls: Array.from({ length }, call),
    }),
  }
}

const names = ['run', 'read_file', 'search', 'mcp__notes__add']
