import { basename, relative } from 'node:path'

/** Names the program the way it was called, so that a hint can be pasted. */
export function programName(
  script: string,
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): string {
  if (environment.npm_command === 'exec') return 'npx mortise'
  if (basename(script) === 'mortise') return 'mortise'
  const nearby = relative(folder, script)
  return `node ${quote(nearby.length < script.length ? nearby : script)}`
}

/** Writes a word so that a shell reads it as one. */
export function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Writes a file name so that a shell and a command line read it as one. */
export function quoteFile(path: string): string {
  return quote(path.startsWith('-') && path !== '-' ? `./${path}` : path)
}
