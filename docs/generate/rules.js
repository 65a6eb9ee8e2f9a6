import {
  describeEvidence,
  describeLimits,
  describeRemedy,
  describeRule,
  explainRule,
  formats,
  policies,
  printPlace,
  rulebooks,
  ruleNames,
} from '@mortise/core'
import { pageOf } from './apis.js'
import { bestExample, examplesOf } from './fixtures.js'
import { code, conversation, list, page, sentence, table } from './markdown.js'
import { sessionRuleIndex } from './session-rules.js'

/** Every rule in one line, for the contract. */
export function ruleList() {
  return table(
    ['rule', 'fault'],
    ruleNames.map((rule) => [code(rule), describeRule(rule).title]),
  )
}

/** The page of each rule, and the list of them. */
export function rulePages(root) {
  const pages = ruleNames.map((rule) => [`docs/rules/${rule}.md`, rulePage(root, rule)])
  return [['docs/rules/README.md', index()], ...pages]
}

function index() {
  const rows = ruleNames.map((rule) => {
    const demands = demandsOf(rule)
    const count = (severity) => String(demands.filter(({ row }) => row.severity === severity).length)
    return rule === 'unreadable'
      ? [linkTo(rule), describeRule(rule).title, 'every API', '0']
      : [linkTo(rule), describeRule(rule).title, count('refused'), count('advice')]
  })
  return page([
    '# Rules',
    'Every fault that Mortise finds, with the number of known [APIs](../apis/README.md) that refuse it, and the number for which it is only advice.',
    table(['rule', 'fault', 'refused by', 'advice for'], rows),
    '## In sessions',
    'The records of a session refer to each other. No API sees a fault in these references, but the agent does.',
    sessionRuleIndex(),
  ])
}

function rulePage(root, rule) {
  const { happened, todo } = explainRule(rule)
  const examples = formats.flatMap((format) =>
    examplesOf(root, format.name, rule).map((example) => ({ ...example, format })),
  )
  return page([
    `# ${code(rule)}`,
    `${describeRule(rule).title}.`,
    rule === 'unreadable' ? unreadable : happened,
    '## Affected APIs',
    apiTable(rule),
    ...sentences(rule),
    '## Repair',
    ...(isNeverMended(examples) ? [left] : [rule === 'unreadable' ? '' : todo, remedyTable(rule)]),
    ...exampleBlocks(examples),
    '[All rules](README.md)',
  ])
}

const unreadable =
  'A value is not the turn, list or part that the format wants in its place: for example a number among the messages, or a text in place of a list.'

const left =
  'No preset mends this fault: it cannot be mended without inventing content. The document stays as it is, and the report names the fault in `left`.'

function isNeverMended(examples) {
  return examples.length > 0 && examples.every(({ isMended, isRefused }) => !isMended && isRefused)
}

function demandsOf(rule) {
  return rulebooks.flatMap((rulebook) => {
    const row = rulebook.rows[rule]
    return row === undefined ? [] : [{ rulebook, row }]
  })
}

function apiTable(rule) {
  const demands = demandsOf(rule)
  if (demands.length === 0) return 'Every API: a part that cannot be read cannot be sent.'
  const rows = demands.map(({ rulebook, row }) => [
    `[${code(rulebook.name)}](../apis/${pageOf(rulebook)})`,
    code(rulebook.format),
    row.severity,
    row.evidence,
    describeLimits(row).join('; '),
  ])
  const used = [...new Set(demands.map(({ row }) => row.evidence))]
  return page([
    table(['API', 'format', 'severity', 'evidence', 'limits'], rows),
    list(used.map((evidence) => `${evidence}: ${describeEvidence(evidence)}`)),
  ]).trimEnd()
}

/** The sentences on record, each with the APIs that say it. */
function sentences(rule) {
  const speakers = new Map()
  for (const { rulebook, row } of demandsOf(rule)) {
    for (const says of new Set([row.says, row.saysOfResult, ...Object.values(row.saysOf ?? {})])) {
      if (says !== undefined) speakers.set(says, [...(speakers.get(says) ?? []), code(rulebook.name)])
    }
  }
  if (speakers.size === 0) return []
  const lines = [...speakers].map(([says, names]) => `${names.join(', ')}: ${code(says)}`)
  return ['Error messages (names in braces stand for values that differ):', list(lines)]
}

function remedyTable(rule) {
  const rows = Object.values(policies).map(({ name, rows, otherwise }) => {
    const remedy = rows[rule] ?? otherwise
    return [code(name), code(remedy), describeRemedy(remedy)]
  })
  return table(['policy', 'remedy', 'effect'], rows)
}

function exampleBlocks(examples) {
  return formats.flatMap((format) => {
    const example = bestExample(examples.filter((candidate) => candidate.format === format))
    return example === undefined ? [] : oneExample(example)
  })
}

function oneExample({ format, name, api, policy, tail, broken, fixed, report }) {
  const options = [
    `--api ${api}`,
    policy === 'keep' ? [] : `--policy ${policy}`,
    tail === 'closed' ? [] : `--tail ${tail}`,
  ]
  const found = report.found.map(
    ({ rule, at, message, severity }) =>
      `${code(printPlace(at))} ${code(rule)}${severity === 'advice' ? ' (advice)' : ''}: ${message}`,
  )
  return [
    `## In ${code(format.name)}`,
    `${sentence(name)} Judged with ${code(options.flat().join(' '))}.`,
    conversation(broken, format),
    'Found:',
    list(found),
    ...(fixed === broken ? ['The document is not changed.'] : ['Mended:', conversation(fixed, format)]),
  ]
}

function linkTo(rule) {
  return `[${code(rule)}](${rule}.md)`
}
