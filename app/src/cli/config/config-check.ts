import { type Config, ConfigError, readConfig } from '../../config/index.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { oneName } from '../screen/catalogue.ts'
import { count } from '../screen/printable.ts'
import { surroundings, usedConfig } from './config-file.ts'

/** Checks a config, and names every mistake with its place. */
export async function configCheck(invocation: Invocation): Promise<number> {
  const { flags, out } = invocation
  const path = oneName(invocation, 'config check', 'file') ?? usedConfig(invocation)
  const { config, mistakes } = read(path)
  const isSound = config !== undefined
  if (flags.json)
    out.json({ ...answerHead('config check', { kind: 'config', path }), sound: isSound, mistakes })
  else if (isSound)
    out.tell(`${out.style.paint('green', out.style.good)} \`${path}\` is sound: ${summary(config)}.`)
  else {
    const bad = out.style.paint('red', out.style.bad)
    out.tell(...mistakes.map((mistake) => `${bad} ${mistake}`))
  }
  return isSound ? exits.sound : exits.usage
}

function read(path: string): { readonly config?: Config; readonly mistakes: readonly string[] } {
  try {
    return { config: readConfig(path, surroundings), mistakes: [] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { mistakes: error.mistakes }
  }
}

function summary({ upstreams, routes, clients, database }: Config): string {
  if (database !== undefined && Object.keys(upstreams).length === 0)
    return 'this machine takes its config from the database of its fleet'
  return [
    count(Object.keys(upstreams).length, 'upstream'),
    count(routes.length, 'route'),
    count(clients.length, 'client'),
  ].join(', ')
}
