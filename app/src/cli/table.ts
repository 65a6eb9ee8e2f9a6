import { screenWidth, wrap } from './wrap.ts'

/** Sets rows in columns, two spaces apart; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  return rowsOf(rows, Number.POSITIVE_INFINITY).flat()
}

/** The same for a screen: a last column that is too wide goes on in lines below. A list of lines for each row. */
export function screenRows(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return rowsOf(rows, screenWidth)
}

function rowsOf(rows: readonly (readonly string[])[], width: number): readonly (readonly string[])[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length)
    })
  }
  const start = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0)
  return rows.map((row) => {
    const head = row.slice(0, -1).map((cell, index) => cell.padEnd((widths[index] ?? 0) + 2))
    const [first = '', ...more] = wrap(row.at(-1) ?? '', width - start)
    const below = more.map((line) => ' '.repeat(start) + line)
    return [(head.join('') + first).trimEnd(), ...below]
  })
}
