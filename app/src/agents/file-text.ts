import { readFileSync, statSync } from 'node:fs'

/** The text of a config of an agent; undefined if there is none. A pipe is not read: it may never end. */
export function fileText(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
