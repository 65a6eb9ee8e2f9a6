import { statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

/** The facts that decide where a config is looked for. */
export interface ConfigWhereabouts {
  /** The file that a command names. */
  readonly named?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder that the command runs in. */
  readonly folder: string
  /** The user's home. */
  readonly home: string
  readonly platform: NodeJS.Platform
}

/** A place where a config is looked for. */
export interface ConfigPlace {
  readonly path: string
  /** The variable or file that names the config. */
  readonly by: '--config' | 'MORTISE_CONFIG' | 'this folder' | 'the user'
  readonly isThere: boolean
  /** It is the one that counts. */
  readonly isUsed: boolean
}

const names = ['mortise.yaml', 'mortise.yml', 'mortise.jsonc', 'mortise.json']

/**
 * All places where a config is looked for, the first one first.
 *
 * A file that is named counts whether it is there or not; of the others, the first one that is there does.
 */
export function configPlaces({
  named,
  environment,
  folder,
  home,
  platform,
}: ConfigWhereabouts): readonly ConfigPlace[] {
  const { MORTISE_CONFIG: variable } = environment
  const user = userFolder(environment, home, platform)
  const places = [
    ...(named === undefined ? [] : [{ path: resolve(folder, named), by: '--config' as const }]),
    ...(variable ? [{ path: resolve(folder, variable), by: 'MORTISE_CONFIG' as const }] : []),
    ...names.map((name) => ({ path: join(folder, name), by: 'this folder' as const })),
    ...names.map((name) => ({ path: join(user, 'mortise', name), by: 'the user' as const })),
  ].map((place) => ({ ...place, isThere: isFile(place.path) }))
  const used = places.findIndex(({ by, isThere }) => isThere || by === '--config' || by === 'MORTISE_CONFIG')
  return places.map((place, index) => ({ ...place, isUsed: index === used }))
}

function userFolder(
  environment: ConfigWhereabouts['environment'],
  home: string,
  platform: NodeJS.Platform,
): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: roaming } = environment
  if (platform === 'win32') return roaming || join(home, 'AppData', 'Roaming')
  // A relative path is to be ignored, says the XDG base directory specification.
  return xdg && isAbsolute(xdg) ? xdg : join(home, '.config')
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    // Other errors, such as links that lead in a circle, mean that no file is there.
    return false
  }
}
