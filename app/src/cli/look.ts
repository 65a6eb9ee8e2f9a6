const codes = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const

/** A colour, or a weight, that a terminal knows. */
export type Colour = keyof typeof codes

/** How a screen marks things; the marks carry the meaning, colour only repeats it. */
export interface Look {
  readonly bad: string
  readonly good: string
  readonly advice: string
  /** Stands for what was cut. */
  readonly cut: string
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
  const paint = (colour: Colour, text: string): string =>
    hasColour ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text
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
