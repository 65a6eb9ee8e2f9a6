import { type Colour, painted } from './cues.ts'

/** The signs, the width and the colours of a screen; the signs carry the meaning, colour only repeats it. */
export interface Style {
  readonly bad: string
  readonly good: string
  readonly advice: string
  /** Stands for what was cut. */
  readonly cut: string
  /** Columns of the terminal; Infinity where a program reads: there no line is broken and no path shortened. */
  readonly width: number
  /** Whether lists are shown to their end: to a program always, on a terminal where that is asked for. */
  readonly isWhole: boolean
  /** Paints a text; only the writer of a screen turns this into what a terminal reads. */
  paint(colour: Colour, text: string): string
}

type Variables = Readonly<Record<string, string | undefined>>

/** A stream, as far as its style depends on it. */
export interface Seen {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** How wide a terminal is that does not say it, and the narrowest for which lines are broken. */
const usualWidth = 80
const leastWidth = 20

/** Chooses signs, colours and width for one stream. */
export function styleOf(stream: Seen, environment: Variables, isPlain: boolean, isWhole = false): Style {
  const hasColour = !isPlain && wantsColour(stream, environment)
  const isTerminal = stream.isTTY === true
  const shared = {
    width: isTerminal ? Math.max(leastWidth, stream.columns || usualWidth) : Number.POSITIVE_INFINITY,
    isWhole: isWhole || !isTerminal,
    paint: (colour: Colour, text: string): string => (hasColour ? painted(colour, text) : text),
  }
  return isPlain
    ? { bad: 'x', good: 'ok', advice: '!', cut: '...', ...shared }
    : { bad: '✖', good: '✔', advice: '!', cut: '…', ...shared }
}

function wantsColour(stream: Seen, environment: Variables): boolean {
  if (environment.NO_COLOR) return false
  if (environment.FORCE_COLOR !== undefined)
    return environment.FORCE_COLOR !== '0' && environment.FORCE_COLOR !== 'false'
  return stream.isTTY === true && environment.TERM !== 'dumb'
}

/** The first ones of a list for a screen, and the line that says how to see the others. */
export function listed<Item>(
  list: readonly Item[],
  most: number,
  style: Style,
  way = 'add --all to see them',
): { readonly shown: readonly Item[]; readonly more: readonly string[] } {
  if (style.isWhole || list.length <= most) return { shown: list, more: [] }
  return { shown: list.slice(0, most), more: [`and ${list.length - most} more: ${way}`] }
}
