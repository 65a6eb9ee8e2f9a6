import { MortiseError } from '@mortise/core'
import { checkConfig } from './check.ts'
import type { Config } from './config.ts'
import { asWritten, type ConfigSurroundings, resolveReferences } from './environment.ts'
import { type ConfigFault, explainIssue } from './explain-issue.ts'
import { keysAt } from './json-schema.ts'
import { type Located, locate, type MemberPath, type Position } from './located.ts'
import { isLinkElsewhere, readText, whyUnread } from './read-text.ts'
import { configSchema } from './schema.ts'

/** A config that cannot be used: every mistake in it, each with its place. */
export class ConfigError extends MortiseError {
  readonly exit = 2
  readonly mistakes: readonly string[]
  /** Those of them that are about a reference that leads nowhere here: on another machine it may not be one. */
  readonly unresolved: readonly string[]

  constructor(mistakes: readonly string[], unresolved: readonly string[] = []) {
    super('bad-config', mistakes.join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
    this.unresolved = unresolved
  }
}

const here: ConfigSurroundings = { environment: process.env, readFile: readText }

/** Reads a config file; throws a `ConfigError` with all mistakes. */
export function readConfig(path: string, surroundings: ConfigSurroundings = here): Config {
  return parseConfig(textOf(path, surroundings), path, surroundings)
}

/** A config, and the files beside it whose content stands in it. */
export interface ConfigFiles {
  readonly config: Config
  readonly files: readonly string[]
}

/** Reads a config file, and says which files it refers to; throws a `ConfigError` with all mistakes. */
export function readConfigFiles(path: string, surroundings: ConfigSurroundings = here): ConfigFiles {
  const files = new Set<string>()
  const readFile = (file: string, limit?: number): string => {
    files.add(file)
    return surroundings.readFile(file, limit)
  }
  const text = textOf(path, surroundings)
  return { config: parseConfig(text, path, { ...surroundings, readFile }), files: [...files] }
}

/** Reads the text of a config file; its name tells JSON from YAML. */
export function parseConfig(text: string, path: string, surroundings: ConfigSurroundings = here): Config {
  const located = locate(text, path)
  // A folder of somebody else may hold a link to a file of ours: its words stay there.
  if (!isOfConfig(located.value) && isLinkElsewhere(path))
    throw new ConfigError([`${path}:1:1: It is a link to a file that is no config.`])
  const say = (message: string, { line, column }: Position): string => `${path}:${line}:${column}: ${message}`
  if (located.mistakes.length > 0)
    throw new ConfigError(located.mistakes.map(({ message, position }) => say(message, position)))
  const placeOf = ({ way, isKey }: ConfigFault): Position =>
    isKey === true ? located.keyPositionOf(way) : located.positionOf(way)
  return validate(located, surroundings, {
    say: (fault) => say(fault.message, placeOf(fault)),
    sort: (faults) =>
      faults
        .map((fault) => ({ fault, place: placeOf(fault) }))
        .sort((one, other) => one.place.line - other.place.line || one.place.column - other.place.column)
        .map(({ fault }) => fault),
  })
}

/** Checks a config that a program wrote; references in it are resolved too. */
export function checkedConfig(value: unknown, surroundings: ConfigSurroundings = here): Config {
  return validate({ value: value ?? {} }, surroundings, { say: ({ message }) => message, sort: (all) => all })
}

/** How faults are told. */
interface FaultTelling {
  say(fault: ConfigFault): string
  /** Puts faults into the order in which a reader meets them. */
  sort(faults: readonly ConfigFault[]): readonly ConfigFault[]
}

function validate(
  { value }: Pick<Located, 'value'>,
  surroundings: ConfigSurroundings,
  { say, sort }: FaultTelling,
): Config {
  const resolved = resolveReferences(value, surroundings)
  const inOwnWords = asWritten(resolved.texts)
  const { config, faults } = judge(resolved.value ?? {}, surroundings)
  const told = (each: readonly ConfigFault[]): readonly string[] => [
    ...new Set(sort(each).map((fault) => say({ ...fault, message: inOwnWords(fault.message) }))),
  ]
  const unresolved = told(resolved.missing)
  // Other mistakes at a reference that leads nowhere follow from it.
  const missing = new Set(resolved.missing.map(({ way }) => keyOf(way)))
  const own = faults.filter(({ way }) => !way.some((_, index) => missing.has(keyOf(way.slice(0, index + 1)))))
  if (config === undefined || own.length + unresolved.length > 0)
    throw new ConfigError(told([...resolved.missing, ...own]), unresolved)
  return config
}

function judge(
  value: unknown,
  { agents }: ConfigSurroundings,
): { readonly config?: Config; readonly faults: readonly ConfigFault[] } {
  const read = configSchema.safeParse(value)
  if (!read.success) return { faults: read.error.issues.flatMap((issue) => explainIssue(issue, keysAt)) }
  return { config: read.data, faults: checkConfig(read.data, agents) }
}

/** Whether a value has a member that every config has: upstreams, or the database that holds them. */
function isOfConfig(value: unknown): boolean {
  const isTable = typeof value === 'object' && value !== null
  return isTable && (Object.hasOwn(value, 'upstreams') || Object.hasOwn(value, 'database'))
}

function keyOf(way: MemberPath): string {
  return JSON.stringify(way)
}

function textOf(path: string, { readFile }: ConfigSurroundings): string {
  try {
    return readFile(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw Object.assign(new Error(`\`${path}\`: ${whyUnread(code)}.`, { cause }), {
      code: 'unreadable',
      exit: 4,
    })
  }
}
