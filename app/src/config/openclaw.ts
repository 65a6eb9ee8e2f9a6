import { readFileSync, realpathSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { deniedBy, MortiseError, type Outcome } from '@mortise/core'
import json5 from 'json5'
import type { ToolsConfig } from './config.ts'

/** The tools that OpenClaw's own config allows and denies: for all its agents, and for each by a name such as `openclaw/main`. */
export interface OpenClawTools {
  readonly tools: ToolsConfig
  readonly profiles: Readonly<Record<string, { readonly tools: ToolsConfig }>>
  /** Every file that was read: the config and the files that it includes. */
  readonly files: readonly string[]
}

/** How often a config that cannot be read is read again, since OpenClaw may be writing it. */
const attempts = 6
/** The pause between two attempts, in milliseconds. */
const pause = 40

/**
 * Reads `tools` and `agents.list[].tools` of OpenClaw's config, which is JSON5 and may include other files.
 *
 * Presets (`tools.profile`) and tools by provider or sender are not read: a tool counts as denied only where the
 * config denies it to every request of an agent.
 */
export function readOpenClawTools(path: string): Outcome<OpenClawTools> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { ok: true, value: toolsIn(path) }
    } catch (cause) {
      if (attempt === attempts) return { ok: false, error: failureOf(path, cause) }
      // Nothing else runs meanwhile: the caller waits for the answer, and a config is written within milliseconds.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

function toolsIn(path: string): OpenClawTools {
  const files = new Set<string>()
  const config = membersOf(readWhole(resolve(path), { root: dirname(resolve(path)), files, above: [] }))
  const list = membersOf(config.agents).list
  const agents = (Array.isArray(list) ? list : []).map(membersOf)
  const profiles = agents.flatMap(({ id, tools }) =>
    typeof id === 'string' && tools !== undefined
      ? [[`openclaw/${id.trim().toLowerCase()}`, { tools: policyOf(tools) }] as const]
      : [],
  )
  return { tools: policyOf(config.tools), profiles: Object.fromEntries(profiles), files: [...files] }
}

function policyOf(value: unknown): ToolsConfig {
  const { deny, allow, alsoAllow } = membersOf(value)
  const allowed = namesIn(allow)
  const more = allowed.length === 0 ? [] : namesIn(alsoAllow)
  return { deny: namesIn(deny).filter(isKnown), allow: allowListOf([...allowed, ...more]) }
}

/** An allow-list with a group that nobody can resolve, such as the tools of all plugins, is none: it may allow anything. */
function allowListOf(names: readonly string[]): readonly string[] {
  return names.every(isKnown) ? names : []
}

/** Whether a name is no group, or one that can be resolved. */
function isKnown(name: string): boolean {
  try {
    deniedBy({ tools: [name] })
    return true
  } catch {
    return false
  }
}

function namesIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : []).filter((each): each is string => typeof each === 'string')
}

/** The state of reading files that include each other. */
interface Inclusion {
  /** The folder that no included file may lie outside of. */
  readonly root: string
  readonly files: Set<string>
  /** The files that led here. */
  readonly above: readonly string[]
}

const mostFiles = 10

function readWhole(path: string, { root, files, above }: Inclusion): unknown {
  if (above.includes(path) || above.length > mostFiles)
    throw new Error(`\`${path}\` includes itself, or too many files.`)
  const text = readFileSync(path, 'utf8')
  files.add(path)
  return included(json5.parse<unknown>(text), { root, files, above: [...above, path] })
}

/** A value with the files that `$include` names: lists are joined, tables are merged, the including file wins. */
function included(value: unknown, inclusion: Inclusion): unknown {
  if (Array.isArray(value)) return value.map((each) => included(each, inclusion))
  if (!isTable(value)) return value
  const { $include: names, ...own } = value
  const members = Object.entries(own).map(([key, each]) => [key, included(each, inclusion)] as const)
  const table = Object.fromEntries(members)
  if (names === undefined) return table
  const parts = [names].flat().map((name) => readWhole(insideOf(inclusion, String(name)), inclusion))
  const base = parts.reduce((merged: unknown, part) => merge(merged, part), {})
  return members.length === 0 ? base : merge(base, table)
}

/** The path of an included file, which has to lie below the folder of the config. */
function insideOf({ root, above }: Inclusion, name: string): string {
  const path = resolve(dirname(above.at(-1) ?? root), name)
  const way = relative(realpathSync(root), realpathSync(path))
  if (way.startsWith('..')) throw new Error(`\`${name}\` lies outside of the folder of the config.`)
  return path
}

function merge(base: unknown, over: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(over)) return [...base, ...over]
  if (!isTable(base) || !isTable(over)) return over
  const merged = Object.entries(over).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? merge(base[key], value) : value,
  ])
  return { ...base, ...Object.fromEntries(merged) }
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isTable(value) ? value : {}
}

function failureOf(path: string, cause: unknown): MortiseError {
  const place = cause instanceof SyntaxError ? placeIn(cause) : undefined
  const why =
    place !== undefined
      ? `it is no JSON5 at ${place}`
      : isAbsent(cause)
        ? 'there is no such file'
        : cause instanceof Error
          ? cause.message
          : String(cause)
  return new MortiseError('unreadable', `OpenClaw's config \`${path}\` cannot be read: ${why}.`, { cause })
}

function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}

/** Where the text is wrong; the sentence of the parser may quote it. */
function placeIn(error: SyntaxError): string {
  const { lineNumber, columnNumber } = error as SyntaxError & {
    readonly lineNumber?: number
    readonly columnNumber?: number
  }
  return `line ${lineNumber ?? 0}, column ${columnNumber ?? 0}`
}
