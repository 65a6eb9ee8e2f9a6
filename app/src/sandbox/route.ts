import { type Rulebook, rulebooks } from '@mortise/core'
import type { Dialect, Path, PathTask } from './dialect.ts'
import { dialects } from './dialects/index.ts'

/** The API and the task that a path stands for. */
export interface SandboxRoute {
  readonly dialect: Dialect
  readonly task: PathTask
  /** The model that the path names. */
  readonly model?: string
  /** The rulebook, where the path or the whole sandbox decides it; otherwise the model decides. */
  readonly rulebook?: Rulebook
}

/**
 * Finds out what a path leads to.
 *
 * An API's own path counts as it is; `/NAME` in front of it names the API. `api` is the one that the whole sandbox
 * stands for: paths of other formats lead nowhere then.
 */
export function routeOf(path: string, api?: string): SandboxRoute | undefined {
  const [, prefix = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
  const isNamed = rulebooks.some(({ name }) => name === prefix)
  return pathRoute(path, api) ?? (isNamed ? pathRoute(rest, prefix) : undefined)
}

/** The names of all APIs that are served. */
export function servedApis(): readonly string[] {
  return [...new Set(rulebooks.map(({ name }) => name))].filter((name) => servedRulebooks(name).length > 0)
}

/** The paths that are answered, and who answers there: all of them, or those of one API. */
export function servedPaths(api?: string): readonly (readonly [paths: string, who: string])[] {
  const speaking = dialects.filter((dialect) => api === undefined || rulebookOf(api, dialect) !== undefined)
  return speaking.map(({ shown }) => shown)
}

/** The formats that an API is served in. */
export function servedRulebooks(api: string): readonly Rulebook[] {
  return rulebooks.filter(
    ({ name, format }) => name === api && dialects.some((each) => each.format === format),
  )
}

function pathRoute(path: string, api: string | undefined): SandboxRoute | undefined {
  for (const dialect of dialects) {
    for (const each of dialect.paths) {
      const match = each.pattern.exec(path)
      const route = match === null ? undefined : routeTo(dialect, each, match.groups?.model, api)
      if (route !== undefined) return route
    }
  }
  return undefined
}

function routeTo(
  dialect: Dialect,
  { task, api: own }: Path,
  model: string | undefined,
  api: string | undefined,
): SandboxRoute | undefined {
  const name = api ?? own
  const rulebook = name === undefined ? undefined : rulebookOf(name, dialect)
  if (name !== undefined && rulebook === undefined) return undefined
  return {
    dialect,
    task,
    ...(model === undefined ? {} : { model: decoded(model) }),
    ...(rulebook === undefined ? {} : { rulebook }),
  }
}

function rulebookOf(api: string, dialect: Dialect): Rulebook | undefined {
  const speaks = dialects.find(({ only }) => only === api) ?? dialect
  if (speaks !== dialect || (dialect.only !== undefined && dialect.only !== api)) return undefined
  return rulebooks.find((rulebook) => rulebook.name === api && rulebook.format === dialect.format)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign: the name is what it says.
    return text
  }
}
