import { scan, scanBytes } from '@mortise/core'
import { expect } from 'vitest'
import { scanInFull } from '../../core/src/engine/scan.ts'
import { isObject } from '../../core/src/model/json.ts'
import { type Api, apis, formatOf, formats } from '../generate/api.ts'
import { smallTalks } from '../generate/small-talks.ts'
import { variantsOf } from '../generate/variants.ts'
import { turnsOf, wireOf, withTurns } from '../wire/index.ts'
import { apiOf, taskOf } from './task.ts'

/** A document that a quick look, on objects or on bytes, judges otherwise than a full read does. */
interface Lie {
  readonly reader: 'scan' | 'scanBytes'
  readonly document: string
}

/** Asserts that `scan` finds what a full read finds, in one of so many variants of the short conversations. */
export function silenceHolds(api: Api, oneOf: number): void {
  const lies: Lie[] = []
  // Each API sees other variants, so that together they see more of them.
  let number = apis.indexOf(api)
  for (const talk of smallTalks[formatOf(api)]) {
    for (const document of variantsOf(talk)) {
      if (number++ % oneOf === 0) lies.push(...liesAbout(document, api))
    }
  }
  lies.sort((left, right) => left.document.length - right.document.length)
  expect(lies.slice(0, 3)).toEqual([])
}

/** Asserts the same for conversations into which a turn of another format was put; each is tried at one place. */
export function foreignTurnsShow(api: Api): void {
  const lies: Lie[] = []
  let number = 0
  for (const talk of smallTalks[formatOf(api)]) {
    const wire = wireOf(formatOf(api))
    const turns: readonly unknown[] = turnsOf(wire, talk)
    for (const turn of foreignTurns) {
      const at = number++ % (turns.length + 1)
      const document = withTurns(wire, talk, [...turns.slice(0, at), turn, ...turns.slice(at)])
      if (isOwn(document, api)) lies.push(...liesAbout(document, api))
    }
  }
  expect(lies.slice(0, 3)).toEqual([])
}

/** The turns of the short conversations of all formats, once more with no content beside what else they hold. */
const foreignTurns: readonly unknown[] = formats.flatMap((format) =>
  smallTalks[format].flatMap((talk) =>
    turnsOf(wireOf(format), talk).flatMap((turn) =>
      isObject(turn) && turn.content === undefined ? [turn, { ...turn, content: null }] : [turn],
    ),
  ),
)

function isOwn(document: unknown, name: Api): boolean {
  try {
    return apiOf(name, document).format.name === formatOf(name)
  } catch {
    return false
  }
}

/** Who judges a document otherwise than a full read does. */
export function liesAbout(document: unknown, name: string): readonly Lie[] {
  const api = apiOf(name, document)
  const text = JSON.stringify(document)
  const lies: Lie[] = []
  const whole = scanInFull(taskOf(document, api, 'closed'))
  if (!isSame(scan(document, api.rulebook), whole)) lies.push({ reader: 'scan', document: text })
  const parsed = scanInFull(taskOf(JSON.parse(text), api, 'closed'))
  const bytes = new TextEncoder().encode(text)
  if (!isSame(scanBytes(bytes, { api: api.rulebook }).found, parsed))
    lies.push({ reader: 'scanBytes', document: text })
  return lies
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
