/** What a marker is sewn into: a text, an argument, a result, or something that a damage added. */
export type MarkerKind = 't' | 'a' | 'r' | 'd'

/** Makes the marker with this number, such as `«t17»`. */
export function marker(kind: MarkerKind, number: number): string {
  return `«${kind}${number}»`
}

/** Lists the markers in a value, in the order in which they are written, repeats included. */
export function markersIn(value: unknown): string[] {
  return JSON.stringify(value)?.match(/«[tard]\d+»/g) ?? []
}
