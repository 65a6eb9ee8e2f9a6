import { CommandError } from './failure.ts'

const spans: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Reads a length of time such as `7d`, in milliseconds. */
export function readSpan(text: string, flag: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/i.exec(text) ?? []
  const span = spans[unit.toLowerCase()]
  if (number !== undefined && span !== undefined) return Number(number) * span
  const such = flag === 'wait' ? '10s or 2m' : '90m, 12h, 7d or 2w'
  throw new CommandError('usage', `\`--${flag}\` takes a length of time such as ${such}.`)
}

const units: readonly string[] = ['B', 'KB', 'MB', 'GB', 'TB']

/** Reads a size such as `2GB`, in bytes. */
export function readSize(text: string, flag: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([kmgt]?)b?$/i.exec(text) ?? []
  const power = units.indexOf(`${unit.toUpperCase()}B`)
  if (number !== undefined && power >= 0) return Number(number) * 1000 ** power
  throw new CommandError('usage', `\`--${flag}\` takes a size such as 500MB or 2GB.`)
}

/** Reads a number such as `100000`, `100k` or `1.5M`; undefined where it is none. */
export function readCount(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d+)?)([km]?)$/i.exec(text) ?? []
  const count = Number(number) * 1000 ** ' km'.indexOf(unit.toLowerCase() || ' ')
  return Number.isSafeInteger(count) ? count : undefined
}

/** A size for people: `1.9 GB`. */
export function sizeWords(bytes: number): string {
  let power = 0
  while (power < units.length - 1 && bytes >= 999.5 * 1000 ** power) power++
  const number = bytes / 1000 ** power
  return `${power === 0 || number >= 99.5 ? Math.round(number) : number.toFixed(1)} ${units[power]}`
}

const ages: readonly (readonly [number, string])[] = [
  [86_400_000 * 365, 'year'],
  [86_400_000 * 30, 'month'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
]

/** How long ago something was, for people: `4 minutes ago`. */
export function ageWords(milliseconds: number): string {
  for (const [span, name] of ages) {
    const number = Math.floor(milliseconds / span)
    if (number >= 1) return `${number} ${name}${number === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
