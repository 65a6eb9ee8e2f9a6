import { basename, delimiter, dirname, relative, sep } from 'node:path'
import { quoteFile } from '../../text/shell-words.ts'

export { isArgument, option, quote, quoteFile } from '../../text/shell-words.ts'

/** Names the program the way it was called, so that a hint can be pasted; `isSingle`: the script is an executable file. */
export function programName(
  script: string,
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  isSingle = false,
): string {
  if (environment.npm_command === 'exec') return 'npx mortise'
  const nearby = relative(folder, script)
  const path = nearby.length < script.length ? nearby : script
  if (isSingle) {
    const isOnPath = environment.PATH?.split(delimiter).includes(dirname(script)) === true
    return isOnPath ? basename(script) : quoteFile(path.includes(sep) ? path : `.${sep}${path}`)
  }
  return basename(script) === 'mortise' ? 'mortise' : `node ${quoteFile(path)}`
}
