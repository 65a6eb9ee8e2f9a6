import { readFileSync } from 'node:fs'
import { MortiseError } from '@mortise/core'
import { z } from 'zod'
import { checkConfig } from './check.ts'
import type { Config } from './config.ts'
import { resolveReferences, type Surroundings } from './environment.ts'
import { explainIssue, type Fault } from './explain-issue.ts'
import { type Located, locate, type Position, type Way } from './located.ts'
import { configSchema } from './schema.ts'

/** A config that cannot be used: every mistake in it, each with its place. */
export class ConfigError extends MortiseError {
  readonly exit = 2
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super('bad-config', mistakes.join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

const here: Surroundings = { environment: process.env, readFile: (path) => readFileSync(path, 'utf8') }

/** Reads a config file; throws a `ConfigError` with all mistakes. */
export function readConfig(path: string, surroundings: Surroundings = here): Config {
  return parseConfig(textOf(path, surroundings), path, surroundings)
}

/** A config, and the files beside it whose content stands in it. */
export interface ConfigFiles {
  readonly config: Config
  readonly files: readonly string[]
}

/** Reads a config file, and says which files it refers to; throws a `ConfigError` with all mistakes. */
export function readConfigFiles(path: string, surroundings: Surroundings = here): ConfigFiles {
  const files = new Set<string>()
  const readFile = (file: string): string => {
    files.add(file)
    return surroundings.readFile(file)
  }
  const text = textOf(path, surroundings)
  return { config: parseConfig(text, path, { ...surroundings, readFile }), files: [...files] }
}

/** Reads the text of a config file; its name tells JSON from YAML. */
export function parseConfig(text: string, path: string, surroundings: Surroundings = here): Config {
  const located = locate(text, path)
  const say = (message: string, { line, column }: Position): string => `${path}:${line}:${column}: ${message}`
  if (located.mistakes.length > 0)
    throw new ConfigError(located.mistakes.map(({ message, position }) => say(message, position)))
  return validate(located, surroundings, ({ way, message, isKey }) =>
    say(message, isKey === true ? located.keyPositionOf(way) : located.positionOf(way)),
  )
}

/** Checks a config that a program wrote; references in it are resolved too. */
export function checkedConfig(value: unknown, surroundings: Surroundings = here): Config {
  return validate({ value: value ?? {} }, surroundings, ({ message }) => message)
}

function validate(
  { value }: Pick<Located, 'value'>,
  surroundings: Surroundings,
  say: (fault: Fault) => string,
): Config {
  const resolved = resolveReferences(value, surroundings)
  const complain = (faults: readonly Fault[]): never => {
    throw new ConfigError([...new Set(faults.map(say))])
  }
  if (resolved.missing.length > 0) complain(resolved.missing)
  const read = configSchema.safeParse(resolved.value ?? {})
  if (!read.success) return complain(read.error.issues.flatMap((issue) => explainIssue(issue, keysAt)))
  const faults = checkConfig(read.data)
  return faults.length > 0 ? complain(faults) : read.data
}

/** The keys that the schema knows at a place. */
function keysAt(way: Way): readonly string[] {
  const start: readonly JsonSchema[] = [schemaAsJson()]
  const found = way.reduce((nodes, step) => variants(nodes).flatMap((node) => memberOf(node, step)), start)
  return variants(found).flatMap(({ properties }) => Object.keys(properties ?? {}))
}

function variants(nodes: readonly JsonSchema[]): readonly JsonSchema[] {
  return nodes.flatMap((node) => [node, ...(node.anyOf ?? [])])
}

function memberOf(
  { properties, items, additionalProperties }: JsonSchema,
  step: string | number,
): JsonSchema[] {
  return [properties?.[step] ?? items ?? additionalProperties ?? []].flat()
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

function schemaAsJson(): JsonSchema {
  // A JSON schema is JSON: here it becomes a type.
  return z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function textOf(path: string, { readFile }: Surroundings): string {
  try {
    return readFile(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    const why = code === 'ENOENT' ? 'There is no such file' : `It cannot be read (${code})`
    throw Object.assign(new Error(`\`${path}\`: ${why}.`, { cause }), { code: 'unreadable', exit: 4 })
  }
}
