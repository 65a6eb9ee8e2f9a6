import { readFileSync, statSync } from 'node:fs'
import { describeRule, type Finding, type RuleName, ruleNames } from '@mortise/core'
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import { isRefused } from '../../documents/made.ts'
import { printable } from '../../text/printable.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, describeFailure, exits } from '../program/failure.ts'
import { version } from '../version.ts'
import { check } from './check.ts'

/** One fault of one file, where a reporter puts it. */
interface ReportedFault {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly isRefused: boolean
  readonly text: string
}

/** Checks each file that is named, and reports all faults in a form that other programs read. */
export async function checkReport(invocation: Invocation): Promise<number> {
  const { flags, words, out, program } = invocation
  if (words.length === 0 || words.includes('-'))
    throw new CommandError('usage', '`--reporter` needs the names of files.', `${program} check --help`)
  const faults: ReportedFault[] = []
  let exit: number = exits.sound
  for (const file of words) {
    const answer = await answerFor(invocation, file)
    faults.push(...answer.faults)
    exit = Math.max(exit, answer.exit)
  }
  out.print(Buffer.from(flags.reporter === 'github' ? annotations(faults) : sarif(faults)))
  return exit
}

interface CheckAnswer {
  readonly faults: readonly ReportedFault[]
  readonly exit: number
}

/** Runs the command for one file, as for a program. */
async function answerFor(invocation: Invocation, file: string): Promise<CheckAnswer> {
  const { reporter: _, ...rest } = invocation.flags
  const found: Finding[] = []
  const out = { ...invocation.out, json: (answer: object) => void found.push(...foundIn(answer)) }
  try {
    const exit = await check({ ...invocation, words: [file], flags: { ...rest, json: true }, out })
    const lineOf = linesOf(file, found)
    const faults = found.map((finding) => ({
      file,
      line: lineOf(finding),
      rule: finding.rule,
      isRefused: isRefused(finding),
      text: finding.says === undefined ? finding.message : `${finding.message} The API says: ${finding.says}`,
    }))
    return { faults, exit }
  } catch (error) {
    const { message, exit } = describeFailure(error)
    return { faults: [{ file, line: 1, rule: 'unreadable', isRefused: true, text: message }], exit }
  }
}

function foundIn(answer: object): readonly Finding[] {
  return 'found' in answer ? (answer.found as readonly Finding[]) : []
}

// Above this size the place in the text is not looked up.
const largest = 16e6

/** The line of each finding: a record names its own; in a document in one piece its place is looked up. */
function linesOf(file: string, found: readonly Finding[]): (finding: Finding) => number {
  const isPlaced = found.some(({ record }) => record === undefined) && statSync(file).size <= largest
  const text = isPlaced ? readFileSync(file, 'utf8') : ''
  const tree = isPlaced ? parseTree(text) : undefined
  return ({ record, at }) => {
    const named = /^line (\d+)/.exec(record ?? '')?.[1]
    if (named !== undefined) return Number(named)
    const offset = tree === undefined ? 0 : (nodeAt(tree, at)?.offset ?? 0)
    return text.slice(0, offset).split('\n').length
  }
}

/** The value at a place; if there is none, the nearest one around it. */
function nodeAt(tree: Node, at: Finding['at']): Node | undefined {
  for (let length = at.length; length >= 0; length--) {
    const node = findNodeAtLocation(tree, at.slice(0, length))
    if (node !== undefined) return node
  }
  return undefined
}

/** Annotations as GitHub's runners read them. */
function annotations(faults: readonly ReportedFault[]): string {
  return faults
    .map(({ file, line, rule, isRefused, text }) => {
      const place = `file=${escaped(file, /[%\r\n:,]/g)},line=${line},title=${rule}`
      return `::${isRefused ? 'error' : 'notice'} ${place}::${escaped(text, /[%\r\n]/g)}\n`
    })
    .join('')
}

function escaped(text: string, letters: RegExp): string {
  return printable(text).replace(
    letters,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** The faults as a log of SARIF 2.1.0. */
function sarif(faults: readonly ReportedFault[]): string {
  const rules = [...new Set(faults.map(({ rule }) => rule))].sort()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mortise', version: version(), rules: rules.map(ruleItem) } },
        results: faults.map(({ file, line, rule, isRefused, text }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: isRefused ? 'error' : 'note',
          message: { text },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: line },
              },
            },
          ],
        })),
      },
    ],
  }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

function ruleItem(id: string): object {
  const isKnown = ruleNames.includes(id as RuleName)
  return isKnown ? { id, shortDescription: { text: describeRule(id as RuleName).title } } : { id }
}
