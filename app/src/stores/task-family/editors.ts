import type { ProcessDetails } from '../../disk/index.ts'
import { isTold, runs } from '../contract/at-work.ts'
import type { AtWork } from '../contract/store.ts'

const programs = [
  'code',
  'Code',
  'code-insiders',
  'Code - Insiders',
  'cursor',
  'Cursor',
  'codium',
  'VSCodium',
  'windsurf',
  'Windsurf',
  'Electron',
]

/** Whether a process is an editor, or its half on a remote machine, that may run the extension. */
export function isProgram(process: ProcessDetails): boolean {
  return runs(process, ...programs) || process.words.some((word) => server.test(word))
}

// A remote half is a script of Node.
const server = /[\\/]\.(?:vscode|cursor|vscodium|windsurf)-server(?:-insiders)?[\\/]/

/**
 * Whether an editor may have a task in memory: it ran when the task was last written.
 *
 * An extension writes the whole list whenever a message comes, and reads it only when a task is opened.
 */
export function isAgent(process: ProcessDetails, session: AtWork): boolean {
  return isProgram(process) && (isTold(process, session) || (process.began ?? 0) <= session.modified)
}
