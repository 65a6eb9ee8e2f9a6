import type { ProcessDetails } from '../../disk/index.ts'
import type { AtWork } from './store.ts'

/**
 * Whether a process runs a program: by its own name, or as the script that it was started with.
 *
 * Some programs give themselves a title, which takes the place of all words of the command.
 */
export function runs({ name, words }: ProcessDetails, ...programs: readonly string[]): boolean {
  const [command = '', ...rest] = words
  const script = host.test(baseOf(command)) ? rest.find((word) => !word.startsWith('-')) : undefined
  return [name, command, script ?? ''].some((each) => programs.includes(baseOf(each)))
}

/** Programs that run scripts. */
const host = /^(?:node|bun|deno|python[\d.]*)$/

/** Whether a process was told on its command line to work on a session. */
export function isTold({ words }: ProcessDetails, { id, path }: AtWork): boolean {
  return words.some((word) => word === id || word === path)
}

/** Whether a process works in a folder, and did so when the session was last written to. */
export function worksIn(
  { folder, began }: ProcessDetails,
  { modified }: AtWork,
  isIt: (folder: string) => boolean,
): boolean {
  return folder !== undefined && isIt(folder) && (began ?? 0) <= modified
}

/** The name of a program without its folder and its ending: `claude.exe` gives `claude`. */
function baseOf(word: string): string {
  return word.replace(/^.*[\\/]/, '').replace(/\.(?:exe|[cm]?js)$/, '')
}
