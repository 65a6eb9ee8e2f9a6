import { hangCue } from './cues.ts'
import { cutPath, cutText } from './cut-text.ts'
import type { Style } from './style.ts'
import { widthOf } from './wrap.ts'

/** Sets rows in columns, two spaces apart; the last one is not padded, and goes on under itself where it is too long. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = widthsOf(rows)
  return rows.map((row) => {
    const head = row.slice(0, -1).map((cell, index) => padded(cell, widths[index] ?? 0))
    const last = row.at(-1) ?? ''
    return last === '' ? head.join('').trimEnd() : `${head.join('')}${hangCue}${last}`
  })
}

/** Which columns of a table may be made narrower: those with paths lose their middle, those with texts their end. */
export interface Narrower {
  readonly paths: readonly number[]
  readonly texts: readonly number[]
}

const narrowest = 12

/** The same in the width of a terminal: its widest columns are made narrower, as far as that goes. */
export function fittedColumns(
  rows: readonly (readonly string[])[],
  style: Style,
  { paths, texts }: Narrower,
): readonly string[] {
  const widths = widthsOf(rows)
  let excess = widths.reduce((sum, one) => sum + one + 2, -2) - style.width
  while (excess > 0) {
    const [widest] = [...paths, ...texts].sort((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))
    if (widest === undefined || (widths[widest] ?? 0) <= narrowest) break
    widths[widest] = (widths[widest] ?? 0) - 1
    excess--
  }
  // It goes on below, where it has nearly half of the terminal.
  const last = widths.length - 1
  if (excess > 0 && texts.includes(last)) widths[last] = Math.floor(style.width / 2) - narrowest / 2
  const cells = rows.map((row) =>
    row.map((cell, index) => {
      const width = widths[index] ?? 0
      if (widthOf(cell) <= width) return cell
      if (paths.includes(index)) return cutPath(cell, width, style.cut)
      return cutText(cell, width - style.cut.length, style.cut)
    }),
  )
  return columns(cells)
}

function padded(cell: string, width: number): string {
  return `${cell}${' '.repeat(Math.max(0, width - widthOf(cell)) + 2)}`
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(cell))
    })
  }
  return widths
}
