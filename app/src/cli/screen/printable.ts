export { printable } from '../../text/printable.ts'

/** Counts things: `1 turn`, `2 turns`. */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
