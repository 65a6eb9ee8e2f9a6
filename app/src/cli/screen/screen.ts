import type { Writable } from 'node:stream'
import { printable, printableJson } from '../../text/printable.ts'
import { withColours } from './cues.ts'
import { type Style, styleOf } from './style.ts'
import { setLine } from './wrap.ts'
import { type LineWriter, lineWriter } from './writer.ts'

/**
 * Where a command writes: one stream, and how things look on it. No other file under `cli` touches a stream.
 *
 * - `tell('a line', [...lines])`: lines for people. A line is given without its end. Each of its characters is shown and
 *   never obeyed: a control character out of a file is written as its escape, a line break too. So nothing has to be
 *   made `printable` before. On a terminal a long line is broken between words; `paragraph(label, text)` says where it
 *   goes on, and `pasted(label, command)` that it is a command, which stays one when it is pasted.
 * - `style.width`, `listed(list, most, style)`: how much there is room for. To a program no line and no list is cut.
 * - `style.paint('red', text)`: colour, the one thing in a line that a terminal obeys.
 * - `json(answer)`: an answer for programs, on one line. `jsonText(text)`: the same for JSON that is already text.
 * - `print(bytes)`: a document as data; its bytes stay as they are, but on a terminal.
 * - `show(text)`: one passing line on a terminal, replaced by the next; an empty one takes it away, and so does `tell`
 *   of either screen of a process.
 */
export interface Screen {
  readonly style: Style
  tell(...lines: readonly Lines[]): void
  json(answer: object): void
  jsonText(text: string): void
  print(document: Uint8Array): void
  show(text: string): void
}

/** A line, or a list of lines, which may be as long as it likes. */
type Lines = string | readonly string[]

/** A stream, as far as a screen needs it. */
export type Stream = Pick<Writable, 'write'> & { readonly isTTY?: boolean; readonly columns?: number }

/** Makes the screen of a stream, beside another one on the same terminal. */
export function screenOn(stream: Stream, style: Style, beside?: Pick<Screen, 'show'>): Screen {
  const isTerminal = stream.isTTY === true
  let isShowing = false
  const show = (text: string): void => {
    if (!isTerminal || (text === '' && !isShowing)) return
    isShowing = text !== ''
    stream.write(`\r${printable(text)}\u001b[K`)
  }
  const say = (line: string): string =>
    setLine(printable(line), style.width)
      .map((each) => `${withColours(each)}\n`)
      .join('')
  return {
    style,
    tell: (...lines) => {
      beside?.show('')
      show('')
      stream.write(lines.flat().map(say).join(''))
    },
    json: (answer) => void stream.write(`${printableJson(JSON.stringify(answer))}\n`),
    jsonText: (text) => void stream.write(printableJson(text)),
    print: (document) => void stream.write(isTerminal ? shown(document) : document),
    show,
  }
}

/** A document for eyes: what a terminal would obey is escaped, as JSON allows. */
function shown(document: Uint8Array): string {
  return printableJson(Buffer.from(document.buffer, document.byteOffset, document.length).toString())
}

/** A screen that keeps silent. */
export function silent(screen: Screen): Screen {
  const nothing = (): void => {}
  return { ...screen, tell: nothing, json: nothing, jsonText: nothing, print: nothing, show: nothing }
}

/** A screen whose lines are told only once they are released. */
export function heldBack(screen: Screen): { readonly screen: Screen; release(): void } {
  const held: string[] = []
  const tell: Screen['tell'] = (...lines) => void held.push(...lines.flat())
  return { screen: { ...screen, tell }, release: () => screen.tell(held) }
}

/** The screens of this process: for answers, and for everything that is told beside them. */
export function openScreens(
  isPlain: boolean,
  isWhole = false,
): { readonly out: Screen; readonly story: Screen } {
  const screen = (stream: NodeJS.WriteStream, beside?: Screen): Screen =>
    screenOn(stream, styleOf(stream, process.env, isPlain, isWhole), beside)
  const story = screen(process.stderr)
  return { out: screen(process.stdout, story), story }
}

/** A writer of rows of JSON to standard output, for as many as there are. */
export function openRows(): LineWriter {
  return lineWriter(process.stdout)
}

/** Writes a question where people read it, even if answers go to a file; what is typed stands behind it. */
export function askFor(question: string): void {
  process.stderr.write(`${printable(question)} `)
}

/** Which ends of this process are a terminal. */
export function terminals(): { readonly input: boolean; readonly out: boolean; readonly story: boolean } {
  return {
    input: process.stdin.isTTY === true,
    out: process.stdout.isTTY === true,
    story: process.stderr.isTTY === true,
  }
}

/** Says who is told that the answer cannot be written; nobody is left to hear that of the story beside it. */
export function onFailedWrite(told: (error: NodeJS.ErrnoException) => void): void {
  process.stderr.on('error', () => {})
  process.stdout.on('error', told)
}
