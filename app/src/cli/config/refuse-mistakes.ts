import { ConfigError, parseConfig } from '../../config/index.ts'
import type { Invocation } from '../program/command.ts'
import { surroundings, toldMistakes } from './config-file.ts'

/** Refuses a text with mistakes; a reference that leads nowhere here may lead somewhere for the gateway. */
export function refuseMistakes(text: string, path: string, { story }: Pick<Invocation, 'story'>): void {
  try {
    parseConfig(text, path, surroundings)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const { unresolved } = error
    const own = error.mistakes.filter((mistake) => !unresolved.includes(mistake))
    if (own.length > 0) throw toldMistakes(new ConfigError(own), story)
    story.tell(...unresolved.map((mistake) => `note: ${mistake}`))
  }
}
