import { type Colour, painted } from './marks.ts'

export type { Colour } from './marks.ts'

/** How a screen marks things; the marks carry the meaning, colour only repeats it. */
export interface Look {
  readonly bad: string
  readonly good: string
  readonly advice: string
  /** Stands for what was cut. */
  readonly cut: string
  /** Paints a text; only the writer of a screen turns this into what a terminal reads. */
  paint(colour: Colour, text: string): string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Chooses marks and colours for one stream. */
export function lookOf(
  stream: { readonly isTTY?: boolean },
  environment: Environment,
  isPlain: boolean,
): Look {
  const hasColour = !isPlain && wantsColour(stream, environment)
  const paint = (colour: Colour, text: string): string => (hasColour ? painted(colour, text) : text)
  return isPlain
    ? { bad: 'x', good: 'ok', advice: '!', cut: '...', paint }
    : { bad: '✖', good: '✔', advice: '!', cut: '…', paint }
}

function wantsColour(stream: { readonly isTTY?: boolean }, environment: Environment): boolean {
  if (environment.NO_COLOR) return false
  if (environment.FORCE_COLOR !== undefined)
    return environment.FORCE_COLOR !== '0' && environment.FORCE_COLOR !== 'false'
  return stream.isTTY === true && environment.TERM !== 'dumb'
}
