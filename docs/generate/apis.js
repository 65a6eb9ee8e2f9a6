import { readFileSync } from 'node:fs'
import {
  describeEvidence,
  describeLayout,
  describeLimits,
  formats,
  rulebooks,
  ruleNames,
} from '@mortise/core'
import { code, list, page, table } from './markdown.js'

const { apis: checked } = JSON.parse(readFileSync(new URL('../sources.json', import.meta.url), 'utf8'))

/** The page of each API, and the list of them. */
export function apiPages() {
  const pages = rulebooks.map((rulebook) => [`docs/apis/${pageOf(rulebook)}`, apiPage(rulebook)])
  return [['docs/apis/README.md', index()], ...pages]
}

/** The file of an API's page: a name that several formats share has one for each. */
export function pageOf({ name, format }) {
  const isShared = rulebooks.filter((rulebook) => rulebook.name === name).length > 1
  return isShared ? `${name}-${format}.md` : `${name}.md`
}

/** The formats with their APIs, for README. */
export function apiTable() {
  const rows = formats.map(({ name }) => [code(name), namesOf(name).map(code).join(', ')])
  return table(['format', 'APIs, the first-party one first'], rows)
}

/** Every API in one line, for the contract; a name that every format has is told once. */
export function apiList() {
  const firsts = rulebooks.filter(
    ({ name }, index) => rulebooks.findIndex((other) => other.name === name) === index,
  )
  const rows = firsts.map(({ name, format, title }) => {
    const isShared = rulebooks.filter((rulebook) => rulebook.name === name).length > 1
    return isShared
      ? [code(name), 'any', 'Every API of the document’s format at once']
      : [code(name), code(format), title]
  })
  return table(['API', 'format', 'title'], rows)
}

/** The day on which each API was checked, and the sources, for the page on evidence. */
export function checkedTable() {
  const rows = rulebooks
    .filter(({ name }) => checked[name] !== undefined)
    .map(({ name }) => [name, checked[name].checked, checked[name].against])
  return table(['API', 'last checked', 'against'], rows)
}

function namesOf(format) {
  const { firstParty } = formats.find(({ name }) => name === format)
  const names = rulebooks.filter((rulebook) => rulebook.format === format).map(({ name }) => name)
  return [firstParty, ...names.filter((name) => name !== firstParty)]
}

function index() {
  const rows = rulebooks.map((rulebook) => {
    const { name, title, format, rows } = rulebook
    const count = (severity) => String(Object.values(rows).filter((row) => row.severity === severity).length)
    return [`[${code(name)}](${pageOf(rulebook)})`, title, code(format), count('refused'), count('advice')]
  })
  return page([
    '# APIs',
    'Every known API, with the number of [rules](../rules/README.md) whose faults it refuses, and the number of rules that are advice.',
    table(['API', 'title', 'format', 'refused', 'advice'], rows),
  ])
}

function apiPage(rulebook) {
  const { name, title, format, serves, layout } = rulebook
  return page([
    `# ${code(name)}`,
    `${title}. Its format is ${code(format)}.`,
    chosenBy(rulebook, serves),
    '## Order of calls and results',
    list(describeLayout(layout)),
    '## Refused faults',
    rowTable(rulebook, 'refused'),
    ...adviceBlocks(rulebook),
    ...wordBlocks(rulebook),
    '## Evidence',
    list(evidenceLines(rulebook)),
    ...sourceBlocks(rulebook),
    '[All APIs](README.md)',
  ])
}

function chosenBy({ name, format }, serves) {
  const isFirst = formats.some((candidate) => candidate.name === format && candidate.firstParty === name)
  const byModel = serves === undefined ? [] : [`for models that match ${code(serves)}`]
  const byFormat = isFirst ? ['if no other API of this format is named'] : []
  const ways = [...byModel, ...byFormat]
  return ways.length === 0 ? 'Chosen by name only.' : `Chosen by name, or ${ways.join(', or ')}.`
}

function rowsOf({ rows }, severity) {
  return ruleNames.flatMap((rule) => (rows[rule]?.severity === severity ? [{ rule, row: rows[rule] }] : []))
}

function rowTable(rulebook, severity) {
  const rows = rowsOf(rulebook, severity).map(({ rule, row }) => [
    `[${code(rule)}](../rules/${rule}.md)`,
    row.evidence,
    describeLimits(row).join('; '),
  ])
  return table(['rule', 'evidence', 'limits'], rows)
}

function adviceBlocks(rulebook) {
  if (rowsOf(rulebook, 'advice').length === 0) return []
  return ['## Advice', rowTable(rulebook, 'advice')]
}

/** The sentences on record, each with the rules that it stands for. */
function wordBlocks({ rows }) {
  const rules = new Map()
  for (const rule of ruleNames) {
    const { says: usual, saysOfResult, saysOf = {} } = rows[rule] ?? {}
    for (const says of new Set([usual, saysOfResult, ...Object.values(saysOf)])) {
      if (says !== undefined) rules.set(says, [...(rules.get(says) ?? []), code(rule)])
    }
  }
  if (rules.size === 0) return []
  const lines = [...rules].map(([says, names]) => `${names.join(', ')}: ${code(says)}`)
  return ['## Error messages', 'Names in braces stand for values that differ.', list(lines)]
}

function evidenceLines({ rows }) {
  const used = new Set(Object.values(rows).map(({ evidence }) => evidence))
  return ['live', 'quoted', 'source', 'docs', 'reported']
    .filter((evidence) => used.has(evidence))
    .map((evidence) => `${evidence}: ${describeEvidence(evidence)}`)
}

/** Where each row was seen; a copy's row may stand by its likeness to that of another API. */
function sourceBlocks({ name, rows }) {
  const known = checked[name]?.rows
  if (known === undefined) return []
  const lines = ruleNames
    .filter((rule) => rows[rule] !== undefined)
    .map((rule) => `${code(rule)}: ${known[rule].map(sourceText).join(', ')}`)
  return ['## Sources', list(lines)]
}

function sourceText(source) {
  if (source.startsWith('as ')) return `by its likeness to ${code(source.slice(3))}`
  if (source.startsWith('https://')) return `<${source}>`
  const [repository, number] = source.split('#')
  return number === undefined
    ? code(source)
    : `[${source}](https://github.com/${repository}/issues/${number})`
}
