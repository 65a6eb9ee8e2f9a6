import {
  formatPath,
  keysAt,
  type MemberPath,
  parsePath,
  readText,
  schemasAt,
  whyUnread,
} from '../../config/index.ts'
import { closest } from '../../text/closest.ts'
import { CommandError } from '../program/failure.ts'

/** Reads the path of a member, and refuses one that no config has. */
export function knownMember(text: string): MemberPath {
  const way = parsePath(text)
  if (way === undefined)
    throw new CommandError(
      'usage',
      `\`${text}\` is no path of a member, such as \`tools.deny\` or \`routes[0].to\`.`,
    )
  const wrong = way.findIndex((_, index) => schemasAt(way.slice(0, index + 1)).length === 0)
  if (wrong < 0) return way
  const names = keysAt(way.slice(0, wrong))
  const near = closest(String(way[wrong]), names)
  const guess = near === undefined ? '' : ` Did you mean \`${formatPath([...way.slice(0, wrong), near])}\`?`
  throw new CommandError(
    'usage',
    `A config has no member \`${formatPath(way.slice(0, wrong + 1))}\`.${guess}`,
  )
}

/** The value of a member that is not written down; undefined where it has none. */
export function defaultOf(way: MemberPath): unknown {
  return schemasAt(way).find((schema) => schema.default !== undefined)?.default
}

/** The text of a config file, as it is. */
export function textIn(path: string): string {
  try {
    return readText(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw new CommandError('unreadable', `\`${path}\`: ${whyUnread(code)}.`)
  }
}

/** A value on one line, as it is written: a text without quotes, everything else as JSON. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'not set'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A value without the keys and tokens that are written out in it; a reference or a hash is no secret. */
export function withoutSecrets(way: MemberPath, value: unknown): unknown {
  if (typeof value === 'string') return isSecret(way, value) ? '***' : value
  if (Array.isArray(value)) return value.map((each, index) => withoutSecrets([...way, index], each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutSecrets([...way, key], each)]),
  )
}

function isSecret(way: MemberPath, text: string): boolean {
  const name = way.at(-1)
  return (name === 'key' || name === 'token') && !/\$\{|^sha256:/.test(text)
}
