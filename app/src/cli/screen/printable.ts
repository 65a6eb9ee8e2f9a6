export { printable } from '../../text/printable.ts'

/** Counts things: `1 turn`, `2 turns`, `1,500 turns`. */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`
}

/** A number with its digits in groups of three, the same in every locale. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
