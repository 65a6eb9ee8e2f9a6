/**
 * Marks inside of a line that only the writer of screens understands.
 *
 * Text from files stands in the same lines, and may hold anything but this: the name of a mark differs from run to run.
 * So a file cannot colour itself, and every escape sequence that reaches a terminal is one of ours.
 */
const secret = Math.random().toString(36).slice(2, 10)

/** Colours and weights that a terminal knows, by their codes. */
export const colours = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const

/** A colour, or a weight, that a terminal knows. */
export type Colour = keyof typeof colours

/** Marks where a command begins that people paste: its line is never broken inside of a word. */
export const commandMark: string = mark('command')

/** Marks the column under which the rest of a long line goes on. */
export const hangMark: string = mark('hang')

/** Marks a text to be painted. */
export function painted(colour: Colour, text: string): string {
  return `${mark(String(colours[colour]))}${text}${mark('0')}`
}

function mark(name: string): string {
  return `\ue000${secret}${name}\ue001`
}

const anyMark = new RegExp(`\\ue000${secret}(\\w+)\\ue001`, 'g')

/** Replaces the marks in a line by the sequences of a terminal; marks that are no colours go. */
export function withColours(line: string): string {
  return line.replace(anyMark, (_, name: string) => (/^\d+$/.test(name) ? `\u001b[${name}m` : ''))
}

/** A line without its marks. */
export function withoutMarks(line: string): string {
  return line.replace(anyMark, '')
}
