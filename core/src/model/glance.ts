import type { Speaker } from './transcript.ts'

/**
 * The traits of a turn, as bits: everything that a quick look tells about it.
 *
 * A turn is plain if it is written as its format writes it and each part of it can be sent as it is: texts with words
 * in them, signed reasoning before everything else, calls with an id, a name and arguments behind everything else,
 * results with an id and words before everything else. Any other turn is `odd`, and the engine reads it.
 */
export const traits = {
  user: 0x1,
  model: 0x2,
  tool: 0x4,
  system: 0x8,
  /** The turn is not plain; no other trait of it counts. */
  odd: 0x10,
  /** It says or shows something. */
  spoken: 0x20,
  /** The model's reasoning is in it. */
  reasoning: 0x40,
  calls: 0x80,
  results: 0x100,
  /** Its calls are plain, and their results follow in call order: one sighting stands for the call turn and the result turns. */
  answered: 0x200,
  /** Its content is a list, where it could be a text. */
  list: 0x400,
  /** It has no content. */
  bare: 0x800,
  /** Its content is a text without words: empty, or white space alone. */
  blank: 0x1000,
  /** It has other members than plain turns have; told where it is wanted. */
  extra: 0x2000,
  /** The arguments of a call are not JSON in a string, or say nothing; told where it is wanted. */
  noText: 0x4000,
  /** A text in it holds half of a character; told where it is wanted. */
  broken: 0x8000,
  /** A result in it names its tool. */
  labelled: 0x10000,
  /** Its first call is signed. */
  signed: 0x20000,
  /** It is one part of the model's or a tool's message, not a whole message. */
  item: 0x40000,
  /** The provider knows it by a name of its own. */
  named: 0x80000,
  /** The arguments of a call are not an object; told where it is wanted. */
  noObject: 0x100000,
  /** A call and its result have no id, and belong together by their places; only answered sightings have this. */
  idless: 0x200000,
  /** It is odd, and a document of which only a part was seen does not show all of it: it counts as suspicious. */
  unclear: 0x400000,
  /** A part of it has other members than plain parts have; told where it is wanted. */
  extraPart: 0x800000,
  /** It, or a part of it, has one of the members that its format lists as foreign; told where it is wanted. */
  foreign: 0x1000000,
  foreignPart: 0x2000000,
} as const

/** Traits, joined by `|`. */
export type Traits = number

/** The traits about members: a glance that does not look for them tells all that are wanted. */
export const memberTraits: Traits = traits.extra | traits.extraPart | traits.foreign | traits.foreignPart

/** The trait of each speaker; a turn of an unknown one is odd. */
export const speakerTraits: Readonly<Record<Speaker, Traits>> = {
  user: traits.user,
  model: traits.model,
  tool: traits.tool,
  system: traits.system,
  unknown: traits.odd,
}

const everyone: readonly Speaker[] = ['user', 'model', 'tool', 'system']

/** The traits of some speakers, or of all. */
export function spokenBy(speakers: readonly Speaker[] = everyone): readonly Traits[] {
  return speakers.map((speaker) => speakerTraits[speaker])
}

/** The traits of all speakers but some. */
export function spokenByOthers(known: readonly Speaker[]): readonly Traits[] {
  return spokenBy(everyone.filter((speaker) => !known.includes(speaker)))
}

const capacity = 128

/**
 * A batch of sightings: each tells about one plain turn, about a call turn with its results, or about one odd turn.
 *
 * The arrays are used again for every batch, so that a look at a sound conversation takes no memory.
 */
export interface Sightings {
  /** The number of sightings that are filled. */
  count: number
  /** The number of ids that are filled. */
  taped: number
  /** The position of the first turn. */
  readonly at: Int32Array
  /** The traits of the first turn, and of the last one. */
  readonly traits: Int32Array
  readonly last: Int32Array
  /** The numbers of calls and of results whose ids follow on the tape. An answered sighting has no results there. */
  readonly calls: Int32Array
  readonly results: Int32Array
  /** The number of cache marks. */
  readonly marks: Int32Array
  /** The ids of the calls and results, sighting by sighting; calls first. */
  readonly ids: string[]
  /** The names of the tools, for calls alone. */
  readonly names: string[]
  /** The kinds of the tools by id, where they are no functions: a result of one kind does not answer a call of another. */
  readonly tools: string[]
  /** By sighting, where it has the trait `named`: the provider's own name of the item, and of what kind the item is. */
  readonly items: string[]
  readonly kinds: string[]
}

/** An empty batch. */
export function makeSightings(): Sightings {
  return {
    count: 0,
    taped: 0,
    at: new Int32Array(capacity),
    traits: new Int32Array(capacity),
    last: new Int32Array(capacity),
    calls: new Int32Array(capacity),
    results: new Int32Array(capacity),
    marks: new Int32Array(capacity),
    ids: [],
    names: [],
    tools: [],
    items: [],
    kinds: [],
  }
}

/** Empties a batch; the strings of a very large turn are let go. */
export function clearSightings(sightings: Sightings): void {
  sightings.count = 0
  sightings.taped = 0
  if (sightings.ids.length <= mostKept) return
  sightings.ids.length = 0
  sightings.names.length = 0
}

const mostKept = 4096

/** Whether a batch has no room for another row. */
export function isFull(sightings: Sightings): boolean {
  return sightings.count === capacity
}

/** Puts the sighting of a single turn; its ids are on the tape already. */
export function putSighting(
  sightings: Sightings,
  at: number,
  bits: Traits,
  calls = 0,
  results = 0,
  marks = 0,
): void {
  const number = sightings.count++
  sightings.at[number] = at
  sightings.traits[number] = bits
  sightings.last[number] = bits
  sightings.calls[number] = calls
  sightings.results[number] = results
  sightings.marks[number] = marks
}

/** Puts the sighting of a call turn and the plain results that follow it. */
export function putAnswered(
  sightings: Sightings,
  at: number,
  bits: Traits,
  last: Traits,
  calls: number,
): void {
  const number = sightings.count++
  sightings.at[number] = at
  sightings.traits[number] = bits | traits.answered
  sightings.last[number] = last
  sightings.calls[number] = calls
  sightings.results[number] = 0
  sightings.marks[number] = 0
}

/**
 * Tells of the turns from a position on, until all are told or the batch is full; returns the position after them.
 *
 * It keeps nothing from one call to the next and judges nothing. `wanted` are the traits that cost something to see
 * and that a rule asks for.
 */
export type GlanceOver = (
  turns: readonly unknown[],
  from: number,
  to: number,
  sightings: Sightings,
  wanted: Traits,
) => number

/** The means by which the glance of a store's format tells its sightings. None of them checks what it is given. */
export const glancing: {
  readonly isFull: typeof isFull
  readonly putSighting: typeof putSighting
  readonly putAnswered: typeof putAnswered
  readonly traits: typeof traits
  readonly memberTraits: Traits
} = { isFull, putSighting, putAnswered, traits, memberTraits }
