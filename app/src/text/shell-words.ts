import { isPrintable } from './printable.ts'

/**
 * Writes a word so that a shell reads it as one, whatever it holds.
 *
 * Each word of each command that is printed or given to a program goes through here: a name out of a file that holds
 * `$(…)` or `;` must stay a name when somebody pastes the command.
 */
export function quote(word: string): string {
  return process.platform === 'win32' ? quoteForWindows(word) : quoteForPosix(word)
}

function quoteForPosix(word: string): string {
  // An equals sign at the start is expanded by zsh.
  if (/^(?!=)[\w@%+=:,./-]+$/.test(word)) return word
  return isPrintable(word) ? `'${word.replaceAll("'", `'\\''`)}'` : quoteBytes(word)
}

/** Writes a file name so that a shell and a command line read it as one: not as an option, if it begins like one. */
export function quoteFile(path: string): string {
  return quote(path.startsWith('-') && path !== '-' ? `./${path}` : path)
}

/** Writes an option with its value; a value that looks like an option is tied to its name. */
export function option(name: string, value: string): string {
  return value.startsWith('-') ? quote(`${name}=${value}`) : `${name} ${quote(value)}`
}

/** Whether a word can be given to a program at all: an argument holds no NUL and no broken characters. */
export function isArgument(word: string): boolean {
  return !word.includes('\0') && word.isWellFormed()
}

/** In `$'…'` each byte that a terminal would obey is written as a number, so that it can be printed and pasted. */
function quoteBytes(word: string): string {
  const letters = [...word].map((letter) => {
    if (isPrintable(letter) && !"'\\!".includes(letter)) return letter
    return [...Buffer.from(letter)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  })
  return `$'${letters.join('')}'`
}

/** Windows has two shells: double quotes suit both as long as nothing inside means something to one of them. */
export function quoteForWindows(word: string): string {
  if (/^[\w:./\\-]+$/.test(word)) return word
  return /^[\w:./\\ @+=,-]+$/.test(word) ? `"${word}"` : `'${word.replaceAll("'", "''")}'`
}
