import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { repair } from '@mortise/core'

/** The broken conversations of a format for one rule, in order, each with what becomes of it. */
export function examplesOf(root, format, rule) {
  const folder = new URL(`core/src/formats/${format}/fixtures/broken/${rule}/`, root)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names
    .sort(byNumber)
    .map((name) => withOutcome(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), rule))
}

/** The example that shows most: refused and mended, else the first. */
export function bestExample(examples) {
  return examples.find(({ isRefused, isMended }) => isRefused && isMended) ?? examples[0]
}

function withOutcome({ name, api, policy = 'keep', tail = 'closed', broken }, rule) {
  const { document, report } = repair(broken, { api, policy, tail })
  const isRefused = report.found.some((finding) => finding.rule === rule && finding.severity === 'refused')
  const isMended = !report.left.some((finding) => finding.rule === rule)
  return { name, api, policy, tail, broken, fixed: document, report, isRefused, isMended }
}

function byNumber(left, right) {
  return Number.parseInt(left, 10) - Number.parseInt(right, 10) || (left < right ? -1 : 1)
}
