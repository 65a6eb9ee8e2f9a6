/** The value of a line; `blank`: it holds only white space as JSON defines it. */
export type ReadLine = { readonly value: unknown } | 'blank' | 'bad'

/** Reads the text of a line in full. */
export function readLine(text: string): ReadLine {
  if (!/[^ \t\r\n]/.test(text)) return 'blank'
  try {
    return { value: JSON.parse(text) }
  } catch {
    return 'bad'
  }
}
