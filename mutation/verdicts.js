// @ts-check
import { readFileSync } from 'node:fs'

const kinds = /** @type {const} */ (['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'])

/**
 * @typedef {{ readonly file: string } & Record<(typeof kinds)[number], number>} Verdict
 */

/**
 * What is known of files so far.
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Verdict[]}
 */
export function verdicts(root, files) {
  const report = JSON.parse(readFileSync(`${root}mutation/reports/incremental.json`, 'utf8'))
  return files
    .filter((file) => report.files[file] !== undefined)
    .map((file) => {
      /** @type {readonly { readonly status: string }[]} */
      const mutants = report.files[file].mutants
      const counts = kinds.map((kind) => [kind, mutants.filter(({ status }) => status === kind).length])
      return { file, ...Object.fromEntries(counts) }
    })
}

/**
 * How many of a hundred changes were noticed.
 * @param {readonly Verdict[]} judged
 */
export function scoreOf(judged) {
  const noticed = sum(judged, 'Killed') + sum(judged, 'Timeout')
  const all = noticed + sum(judged, 'Survived') + sum(judged, 'NoCoverage')
  return all === 0 ? 100 : (100 * noticed) / all
}

/**
 * A table for `docs/mutation.md`, and the sum of it.
 * @param {readonly Verdict[]} judged
 */
export function tableOf(judged) {
  const lines = judged.map((verdict) => lineOf(`\`${verdict.file.replace('core/src/', '')}\``, [verdict]))
  const head = [
    '| file | changes | killed | endless | survived | never run | noticed |',
    '|---|---|---|---|---|---|---|',
  ]
  return [...head, ...lines, lineOf('together', judged)].join('\n')
}

/**
 * @param {string} name
 * @param {readonly Verdict[]} judged
 */
function lineOf(name, judged) {
  const counts = kinds.slice(0, 4).map((kind) => sum(judged, kind))
  const all = counts.reduce((total, count) => total + count, 0)
  return `| ${[name, all, ...counts, `${Math.floor(scoreOf(judged))} %`].join(' | ')} |`
}

/**
 * @param {readonly Verdict[]} judged
 * @param {(typeof kinds)[number]} kind
 */
function sum(judged, kind) {
  return judged.reduce((total, verdict) => total + verdict[kind], 0)
}
