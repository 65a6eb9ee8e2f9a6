/** How wide a screen is taken to be, whatever it is: the same words on every machine. */
export const screenWidth = 80

/** Breaks a text into lines between its words; a word that is longer than a line is cut. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((whole) => cut(whole, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function cut(word: string, width: number): readonly string[] {
  const pieces: string[] = []
  for (let rest = word; ; rest = rest.slice(width)) {
    pieces.push(rest.slice(0, width))
    if (rest.length <= width) return pieces
  }
}

/** A paragraph that begins after some columns and goes on under its first word. */
export function paragraph(start: string, text: string): readonly string[] {
  const indent = ' '.repeat(start.length)
  return wrap(text, screenWidth - start.length).map((line, index) => (index === 0 ? start : indent) + line)
}
