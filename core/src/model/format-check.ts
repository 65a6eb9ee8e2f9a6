import { isObject } from './json.ts'
import { badOption } from './options.ts'

/** Refuses what is given in place of a format and is none. */
export function checkFormat(value: unknown): void {
  const isFormat = isObject(value) && typeof value.name === 'string' && does(value, needed)
  if (!isFormat) throw badOption('A format has a `name` and the functions that read and write its turns.')
}

const needed = ['recognises', 'rootOf', 'turnsOf', 'factsOf', 'readTurn']

function does(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'function')
}
