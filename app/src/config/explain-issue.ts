import type { z } from 'zod'
import { closest } from '../text/closest.ts'
import type { MemberPath } from './located.ts'

/** A mistake, and the way to the member that it is about. */
export interface ConfigFault {
  readonly way: MemberPath
  readonly message: string
  /** It is about the name of the member. */
  readonly isKey?: boolean
}

type Issue = z.core.$ZodIssue

/** The mistakes in a config, in sentences; a value is never quoted, since it may be a secret. */
export function explainIssue(
  issue: Issue,
  known: (way: MemberPath) => readonly string[],
): readonly ConfigFault[] {
  const way = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      way: [...way, key],
      message: unknownKey(way, key, known(way)),
      isKey: true,
    }))
  return [{ way, message: `${nameOf(way)} ${wordsFor(issue)}.` }]
}

function unknownKey(way: MemberPath, key: string, names: readonly string[]): string {
  const near = closest(key, names)
  const guess = near === undefined ? ` It takes ${listed(names)}.` : ` Did you mean \`${near}\`?`
  return `${way.length === 0 ? 'The config' : nameOf(way)} has no key \`${key}\`.${guess}`
}

function wordsFor(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return isMissing(issue) ? 'is missing' : `has to be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `is one of ${listed(issue.values.map(String))}`
  if (issue.code === 'too_big') return `is at most ${issue.maximum}`
  if (issue.code === 'too_small' && issue.origin === 'number') return `is at least ${issue.minimum}`
  if (issue.code === 'invalid_key') return 'has a name that is none: letters, digits, dots, dashes'
  return issue.message.replace(/\.$/, '')
}

/** Whether a member is not there at all. */
function isMissing(issue: Issue): boolean {
  return /received undefined$/.test(issue.message)
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a table of keys and values',
  record: 'a table of keys and values',
}

/** A member by the way to it, as people write it. */
export function nameOf(way: MemberPath): string {
  if (way.length === 0) return 'The config'
  const text = way.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return `\`${text.replace(/^\./, '')}\``
}

export function listed(names: readonly string[]): string {
  return names.map((each) => `\`${each}\``).join(', ')
}
