import {
  type Config,
  ConfigError,
  type ConfigFiles,
  type ConfigSurroundings,
  checkedConfig,
  locate,
  readText,
} from '../config/index.ts'
import type { Revision } from './revisions.ts'

/** The members of a config that each machine has in a file of its own. */
export const machineMembers: readonly string[] = ['listen', 'admin', 'metrics', 'database', 'node']

/** The text of a revision, and the name that tells its language. */
export type RevisionText = Pick<Revision, 'revision' | 'text' | 'name'>

/** A config that was put together. */
export interface Merged extends ConfigFiles {
  /** The members of the file that are not read: the revision holds them. */
  readonly unread: readonly string[]
}

/** The members of one machine alone, such as the address of its database. */
export function machineConfig(path: string, surroundings: ConfigSurroundings): Config {
  return checkedConfig(pick(tableIn(path, readText(path)), machineMembers), surroundings)
}

/**
 * The config of a machine of a fleet: a revision, with the members of the machine from its own file.
 *
 * Before the first revision, the file counts alone. Throws a `ConfigError` with all mistakes.
 */
export function mergedConfig(
  path: string,
  revision: RevisionText | undefined,
  surroundings: ConfigSurroundings,
): Merged {
  const files = new Set<string>()
  const readFile = (file: string, limit?: number): string => {
    files.add(file)
    return surroundings.readFile(file, limit)
  }
  const around = { ...surroundings, readFile }
  const own = tableIn(path, readText(path))
  const value = revision === undefined ? own : joined(own, tableIn(nameOf(revision), revision.text))
  const config = checkedConfig(value, around)
  if (Object.keys(config.upstreams).length === 0)
    throw new ConfigError([
      revision === undefined ? noRevision : `${nameOf(revision)}: \`upstreams\` names no upstream.`,
    ])
  const isOwn = (member: string): boolean => machineMembers.includes(member) || member === 'sessions'
  const unread = revision === undefined ? [] : Object.keys(own).filter((member) => !isOwn(member))
  return { config, files: [...files], unread }
}

const noRevision =
  'The database holds no config yet, and the file names no upstream: `mortise config push FILE --reason TEXT` writes the first revision.'

/** The sessions of a machine may be those of its own file. */
function joined(own: YamlTable, shared: YamlTable): YamlTable {
  const rest = Object.entries(shared).filter(([member]) => !machineMembers.includes(member))
  return { ...Object.fromEntries(rest), ...pick(own, [...machineMembers, 'sessions']) }
}

type YamlTable = Readonly<Record<string, unknown>>

function pick(table: YamlTable, members: readonly string[]): YamlTable {
  return Object.fromEntries(Object.entries(table).filter(([member]) => members.includes(member)))
}

function tableIn(path: string, text: string): YamlTable {
  const { value, mistakes } = locate(text, path)
  if (mistakes.length > 0)
    throw new ConfigError(
      mistakes.map(({ message, position: { line, column } }) => `${path}:${line}:${column}: ${message}`),
    )
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ConfigError([`${path}:1:1: The config has to be a table of keys and values.`])
  // A table of a config is JSON: here it becomes a type.
  return value as YamlTable
}

/** The name of a revision in mistakes; its end tells JSON from YAML. */
function nameOf({ revision, name }: RevisionText): string {
  return `revision ${revision}${/\.jsonc?$/i.test(name) ? '.json' : '.yaml'}`
}
