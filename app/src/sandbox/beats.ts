import type { SaidPart, SandboxTurn } from './turn.ts'

/** One moment of a stream, before any API has written it down. */
export type Beat =
  | { readonly do: 'open' | 'close'; readonly index: number; readonly said: SaidPart }
  | { readonly do: 'piece'; readonly index: number; readonly said: SaidPart; readonly text: string }

/** How a turn is cut into pieces. */
export interface Cutting {
  /** How many characters a piece has. */
  readonly piece: number
  /** Calls beside each other are told in turns. */
  readonly interleave: boolean
}

interface NumberedBeat {
  readonly said: SaidPart
  readonly index: number
}

/** Tells a turn piece by piece: one thing after the other, or calls beside each other in turns. */
export function beatsOf({ said }: SandboxTurn, { piece, interleave }: Cutting): readonly Beat[] {
  const numbered = said.map((each, index) => ({ said: each, index }))
  return groupsOf(numbered, interleave).flatMap((group) => [
    ...group.map((each): Beat => ({ do: 'open', ...each })),
    ...inTurns(group.map((each) => piecesOf(each, piece))),
    ...group.map((each): Beat => ({ do: 'close', ...each })),
  ])
}

/** The characters of a part of an answer. */
export function textOf(said: SaidPart): string {
  return said.kind === 'call' ? JSON.stringify(said.input) : said.text
}

function groupsOf(
  numbered: readonly NumberedBeat[],
  interleave: boolean,
): readonly (readonly NumberedBeat[])[] {
  const groups: NumberedBeat[][] = []
  for (const each of numbered) {
    const group = groups.at(-1)
    const joins = interleave && each.said.kind === 'call' && group?.[0]?.said.kind === 'call'
    if (joins && group !== undefined) group.push(each)
    else groups.push([each])
  }
  return groups
}

function piecesOf({ said, index }: NumberedBeat, size: number): readonly Beat[] {
  // By characters: half of one is no text.
  const characters = [...textOf(said)]
  const pieces: Beat[] = []
  for (let start = 0; start < characters.length; start += size) {
    const text = characters.slice(start, start + size).join('')
    pieces.push({ do: 'piece', index, said, text })
  }
  return pieces
}

function inTurns(lists: readonly (readonly Beat[])[]): readonly Beat[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, position) =>
    lists.flatMap((list) => list[position] ?? []),
  ).flat()
}
