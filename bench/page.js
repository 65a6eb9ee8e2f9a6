// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bars } from './bars.js'
import { short, spreadOf } from './harness.js'
import { topics } from './topics.js'

const file = new URL('../docs/benchmarks.md', import.meta.url)

const head = `# Benchmarks

Written by \`npm run bench -- --write\`, each table by the last run of its topic. Figures are ratios within one run unless they have a unit:
they can be compared between machines, times cannot. A bar that is missed is shown as such.
`

/**
 * Writes what was measured into the page of benchmarks; topics that were not measured keep their tables.
 *
 * @param {string} machine
 * @param {readonly { name: string, title: string, notes?: readonly string[] | undefined, rows: readonly import('./run.js').Judged[], noisy?: string | undefined }[]} measured
 */
export function writePage(machine, measured) {
  const sections = sectionsOf(existsSync(file) ? readFileSync(file, 'utf8') : '')
  for (const topic of measured) sections.set(topic.name, sectionOf(machine, topic))
  const known = topics.flatMap((name) => sections.get(name) ?? [])
  writeFileSync(file, [head, ...known].join('\n'))
}

/** The tables of a page, by topic. @param {string} page @returns {Map<string, string>} */
function sectionsOf(page) {
  const parts = page.split(/^(?=## )/m).slice(1)
  return new Map(parts.map((part) => [/^## `(.*?)`/.exec(part)?.[1] ?? '', `${part.trimEnd()}\n`]))
}

/** @param {string} machine @param {Parameters<typeof writePage>[1][number]} topic */
function sectionOf(machine, { name, title, notes = [], rows, noisy }) {
  const lines = rows.map(({ what, values, median, bar: barName, verdict }) => {
    const bar = barName === undefined ? undefined : bars[barName]
    const unit = bar?.unit === undefined ? '' : ` ${bar.unit}`
    const limit =
      bar === undefined ? '' : bar.most === undefined ? `≥ ${short(bar.least ?? 0)}` : `≤ ${short(bar.most)}`
    const isMeasured = values.length > 0
    return `| ${[what, isMeasured ? short(median) + unit : '', spreadOf(values), limit, verdict].join(' | ')} |`
  })
  const told = [title, ...notes].map((line) => `${line}.`).join(' ')
  const table = ['| | median | spread | bar | |', '|---|---|---|---|---|', ...lines]
  return [
    `## \`${name}\``,
    '',
    `${told} On ${machine}.`,
    '',
    ...(noisy === undefined ? table : [`Noisy: ${noisy}.`]),
    '',
  ].join('\n')
}
