/**
 * Cues inside of a line that only the writer of screens understands.
 *
 * Text from files stands in the same lines, and may hold anything but this: the name of a cue differs from run to run.
 * So a file cannot colour itself, and every escape sequence that reaches a terminal is one of ours.
 */
const secret = Math.random().toString(36).slice(2, 10)

/** Colours and weights that a terminal knows, by their codes. */
const colours = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const

/** A colour, or a weight, that a terminal knows. */
export type Colour = keyof typeof colours

/** The cue where a command begins that people paste: its line is never broken inside of a word. */
export const commandCue: string = cue('command')

/** The cue for the column under which the rest of a long line goes on. */
export const hangCue: string = cue('hang')

/** A text between the cues that paint it. */
export function painted(colour: Colour, text: string): string {
  return `${cue(String(colours[colour]))}${text}${cue('0')}`
}

function cue(name: string): string {
  return `\ue000${secret}${name}\ue001`
}

const anyCue = new RegExp(`\\ue000${secret}(\\w+)\\ue001`, 'g')

/** Replaces the cues in a line by the sequences of a terminal; cues that are no colours go. */
export function withColours(line: string): string {
  return line.replace(anyCue, (_, name: string) => (/^\d+$/.test(name) ? `\u001b[${name}m` : ''))
}

/** A line without its cues. */
export function withoutCues(line: string): string {
  return line.replace(anyCue, '')
}
