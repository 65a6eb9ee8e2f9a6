import { basename, relative } from 'node:path'
import { quoteFile } from '../../text/shell-words.ts'

export { isArgument, option, quote, quoteFile } from '../../text/shell-words.ts'

/** Names the program the way it was called, so that a hint can be pasted. */
export function programName(
  script: string,
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): string {
  if (environment.npm_command === 'exec') return 'npx mortise'
  if (basename(script) === 'mortise') return 'mortise'
  const nearby = relative(folder, script)
  return `node ${quoteFile(nearby.length < script.length ? nearby : script)}`
}
