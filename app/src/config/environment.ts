import type { MemberPath } from './located.ts'

/** Where values come from that are not written into a config. */
export interface ConfigSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads a file; with a limit, only a regular file of at most so many bytes. */
  readFile(path: string, limit?: number): string
  /** The agents whose sessions are known; undefined where nobody is asked. */
  readonly agents?: readonly string[] | undefined
}

/** A reference that leads nowhere. */
interface MissingReference {
  readonly way: MemberPath
  readonly message: string
}

const reference = /\$\$|\$\{(file:)?([^}]*)\}/g

/** A text with a reference in it: as it is written, and as it reads. */
export interface ResolvedText {
  readonly written: string
  readonly read: string
}

/** A value with its references resolved. */
export interface Resolved {
  readonly value: unknown
  readonly missing: readonly MissingReference[]
  readonly texts: readonly ResolvedText[]
}

/** Resolves references: `${NAME}` of the environment, `${file:PATH}`; `$$` is a dollar sign. */
export function resolveReferences(value: unknown, surroundings: ConfigSurroundings): Resolved {
  const missing: MissingReference[] = []
  const texts: ResolvedText[] = []
  const resolve = (held: unknown, way: MemberPath): unknown => {
    if (typeof held === 'string') {
      const read = resolveText(held, way, surroundings, missing)
      if (read !== held) texts.push({ written: held, read })
      return read
    }
    if (Array.isArray(held)) return held.map((each, index) => resolve(each, [...way, index]))
    if (typeof held !== 'object' || held === null) return held
    return Object.fromEntries(Object.entries(held).map(([key, each]) => [key, resolve(each, [...way, key])]))
  }
  return { value: resolve(value, []), missing, texts }
}

/** Writes a sentence with the texts that were referred to as they are written. */
export function asWritten(texts: readonly ResolvedText[]): (sentence: string) => string {
  const quoted = new Map(texts.map(({ written, read }) => [`\`${read}\``, `\`${written}\``]))
  // A text with a backtick of its own is not found as a word in backticks.
  const odd = [...quoted].filter(([read]) => read.lastIndexOf('`') !== read.indexOf('`', 1))
  return (sentence) =>
    odd
      .reduce((each, [read, written]) => each.replaceAll(read, () => written), sentence)
      .replace(/`[^`]*`/g, (word) => quoted.get(word) ?? word)
}

function resolveText(
  text: string,
  way: MemberPath,
  around: ConfigSurroundings,
  missing: MissingReference[],
): string {
  return text.replace(reference, (whole: string, file: string | undefined, name: string) => {
    if (whole === '$$') return '$'
    const found = file === undefined ? around.environment[name] : contentOf(name, around)
    if (found !== undefined && found !== '') return found
    missing.push({ way, message: complaint(file, name) })
    return whole
  })
}

function complaint(file: string | undefined, name: string): string {
  return file === undefined
    ? `The environment has no variable \`${name}\`.`
    : `The file \`${name}\` cannot be read, is empty, or is larger than ${largestValue / 1024} KB.`
}

/** The largest file that is the value of a member. */
const largestValue = 64 * 1024

/** The content of a file, without the line break at its end. */
function contentOf(path: string, { readFile }: ConfigSurroundings): string | undefined {
  try {
    return readFile(path, largestValue).replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
