import type { WriteTask } from '../model/converter.ts'
import type { JsonObject } from '../model/json.ts'
import type { NeutralRequest, NeutralSettings } from '../model/neutral.ts'
import type { Place } from '../model/place.ts'

/** A setting that a format writes as one member with the same value. */
export interface PlainSetting {
  readonly member: string
  readonly setting: keyof NeutralSettings
  readonly fits: (value: unknown) => boolean
}

/** The settings that were read from an object, where they stand, and the members that were taken. */
export interface ReadSettings {
  readonly settings: NeutralSettings
  readonly places: Partial<Record<keyof NeutralSettings, Place>>
  /** Members that were read. A value that does not fit is not taken, and stays with its format. */
  readonly taken: ReadonlySet<string>
}

/** Reads the plain settings of an object at a place. Of two members for one setting, the first in the table counts. */
export function readPlain(raw: JsonObject, at: Place, table: readonly PlainSetting[]): ReadSettings {
  const settings: Record<string, unknown> = {}
  const places: Partial<Record<keyof NeutralSettings, Place>> = {}
  const taken = new Set<string>()
  for (const { member, setting, fits } of table) {
    const value = raw[member]
    // Nothing is said by a null: each API reads it as absent.
    if (value === null) taken.add(member)
    if (value === undefined || value === null || places[setting] !== undefined || !fits(value)) continue
    settings[setting] = value
    places[setting] = [...at, member]
    taken.add(member)
  }
  return { settings, places, taken }
}

/** The members for the plain settings of a request. Of two members for one setting, the first in the table is written. */
export function writePlain(settings: NeutralSettings, table: readonly PlainSetting[]): JsonObject {
  const made: Record<string, unknown> = {}
  const written = new Set<string>()
  for (const { member, setting } of table) {
    if (settings[setting] === undefined || written.has(setting)) continue
    made[member] = settings[setting]
    written.add(setting)
  }
  return made
}

/** Notes every setting of a request that the target has no member for; `carried` are those that were written. */
export function loseSettings(request: NeutralRequest, carried: ReadonlySet<string>, task: WriteTask): void {
  for (const setting of Object.keys(request.settings) as (keyof NeutralSettings)[]) {
    if (request.settings[setting] === undefined || carried.has(setting)) continue
    const at = request.places?.[setting]
    task.lose(at, `setting ${String(at?.at(-1) ?? setting)}`, 'The target has no such setting.')
  }
}

export const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
export const isFlag = (value: unknown): boolean => typeof value === 'boolean'
export const isText = (value: unknown): boolean => typeof value === 'string'
export const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
