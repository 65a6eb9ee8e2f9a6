// @ts-check
import { bars } from './bars.js'
import { short, spreadOf } from './harness.js'

const columns = ['', 'median', 'spread', 'rounds', 'bar', '']

/** Sets what was measured in one table. @param {string} machine @param {readonly { title: string, rows: readonly import('./run.js').Judged[], notes?: readonly string[] | undefined, noisy?: string | undefined }[]} measured */
export function report(machine, measured) {
  const sections = measured.map(({ title, notes = [], rows, noisy }) => ({
    head: [title, ...notes.map((note) => `  ${note}`)],
    noisy,
    cells: rows.map(cellsOf),
  }))
  const widths = columns.map((cell, column) =>
    Math.max(cell.length, ...sections.flatMap(({ cells }) => cells.map((row) => row[column]?.length ?? 0))),
  )
  const blocks = sections.map(({ head, noisy, cells }) => {
    const lines = cells.map((row) => line(row, widths))
    return [...head, ...(noisy === undefined ? lines : [`  noisy: ${noisy}`])].join('\n')
  })
  return `${machine}\n\n${line(columns, widths)}\n${blocks.join('\n\n')}\n`
}

/** @param {import('./run.js').Judged} row @returns {string[]} */
function cellsOf({ what, values, bar: name, unit: own, median, verdict }) {
  const bar = name === undefined ? undefined : bars[name]
  const unit = own ?? bar?.unit
  const mark = what.includes('growth') || unit === '' ? '' : ` ${unit ?? '×'}`
  const limit = bar?.most === undefined ? `≥ ${short(bar?.least ?? 0)}` : `≤ ${short(bar.most)}`
  const isMeasured = values.length > 0
  return [
    what,
    isMeasured ? `${short(median)}${mark}` : '',
    spreadOf(values),
    values.length > 1 ? String(values.length) : '',
    bar === undefined ? '' : limit,
    verdict,
  ]
}

/** @param {readonly string[]} cells @param {readonly number[]} widths */
function line([what = '', ...cells], widths) {
  const numbers = cells.map((cell, index) => {
    const width = widths[index + 1] ?? 0
    return index === cells.length - 1 ? cell : cell.padStart(width)
  })
  return `  ${what.padEnd(widths[0] ?? 0)}  ${numbers.join('  ')}`.trimEnd()
}
