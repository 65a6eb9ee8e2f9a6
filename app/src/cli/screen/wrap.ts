import { commandCue, hangCue, withoutCues } from './cues.ts'

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const joined = /\p{M}|\u200c|\u200d|\ufe0f/u

/** How many columns a text takes on a terminal; cues take none. */
export function widthOf(text: string): number {
  let columns = 0
  for (const letter of withoutCues(text)) {
    if (letter >= ' ' && letter <= '~') columns++
    else if (!joined.test(letter)) columns += wide.test(letter) ? 2 : 1
  }
  return columns
}

/**
 * Sets a line for a terminal: one that is too long is broken between words and goes on below, further to the right.
 *
 * A command that people paste is broken between its own words, with a backslash at the end: pasted as it stands, it is
 * the same command. A word that is longer than a line stays whole.
 */
export function setLine(line: string, width: number): readonly string[] {
  if (widthOf(line) <= width) return [line]
  const start = line.indexOf(commandCue)
  if (start >= 0) return setCommand(line.slice(0, start), line.slice(start + commandCue.length), width)
  const lead = leadOf(line)
  const indent = ' '.repeat(Math.min(hangOf(line), Math.floor(width / 2)))
  const words = line.slice(lead.length).split(' ')
  return joinWords(words, lead, indent, { width, end: '' })
}

/** A paragraph that begins behind a label and goes on under its first word. */
export function paragraph(label: string, text: string): string {
  return `${label}${hangCue}${text}`
}

/** A line with a command to paste behind a label. */
export function pasted(label: string, command: string): string {
  return `${label}${commandCue}${command}`
}

function setCommand(label: string, command: string, width: number): readonly string[] {
  // Windows knows no line that goes on: there the terminal breaks it where it likes.
  if (process.platform === 'win32') return [label + command]
  const words = command.match(/(?:\$?'(?:[^'\\]|\\.)*'|\\.|[^\s'\\])+/g) ?? []
  const [first = '', ...rest] = words
  const indent = `${leadOf(label)}    `
  return joinWords([label + first, ...rest], '', indent, { width, end: ' \\' })
}

interface Width {
  readonly width: number
  /** The end of each line but the last. */
  readonly end: string
}

function joinWords(words: readonly string[], lead: string, indent: string, { width, end }: Width): string[] {
  const lines: string[] = []
  let line = lead
  let isEmpty = true
  words.forEach((word, index) => {
    const room = width - (index === words.length - 1 ? 0 : end.length)
    const longer = index === 0 ? line + word : `${line} ${word}`
    if (isEmpty || widthOf(longer) <= room) line = longer
    else {
      lines.push(line.trimEnd() + end)
      line = indent + word
    }
    // Spaces between columns at the start of a line hold nothing yet.
    isEmpty = isEmpty && withoutCues(word) === ''
  })
  return [...lines, line]
}

function leadOf(line: string): string {
  return /^ */.exec(line)?.[0] ?? ''
}

/** The column under which a line goes on: where it says so, else behind its sign, else a little to the right. */
function hangOf(line: string): number {
  const told = line.indexOf(hangCue)
  if (told >= 0) return widthOf(line.slice(0, told))
  const signed = /^ *(?:[✖✔!x+~=>-]|ok) /.exec(withoutCues(line))?.[0]
  return signed?.length ?? leadOf(line).length + 2
}
