import { isDeepStrictEqual } from 'node:util'
import {
  apply,
  formats,
  invert,
  type PolicyName,
  policies,
  repair,
  repairBytes,
  rulebooks,
} from '@mortise/core'
import { brokenOf } from '../conformance/fixtures.ts'
import { wireOf } from '../wire/index.ts'
import { Draw } from './drawn.ts'

const fixtures = formats.flatMap(({ name }) => brokenOf(name).map(({ broken }) => broken))
const parts: unknown[] = []
const names = new Set(['__proto__', 'constructor', 'toString', 'length', '0', ''])
const texts = new Set(['', ' ', '\n', '{', '{}', '[1]', '\ud83d', 'x'.repeat(70)])
for (const fixture of fixtures) gather(fixture)
const [nameList, textList] = [[...names], [...texts]]
const plain = [null, true, false, 0, -1, 1.5, [], {}, [null], [[]], [{}], ['']]

function gather(value: unknown): void {
  if (typeof value === 'string') texts.add(value)
  if (typeof value !== 'object' || value === null) return
  parts.push(value)
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) names.add(name)
    gather(member)
  }
}

/** Anything: parts of all formats in lists of lists, under any name. */
function anything(draw: Draw, depth: number): unknown {
  const kind = draw.below(6)
  if (kind === 0) return structuredClone(draw.one(plain))
  if (kind === 1) return draw.one(textList)
  if (kind < 4 || depth === 0) return structuredClone(draw.one(parts))
  const members = draw.some(4, () => anything(draw, depth - 1))
  return kind === 4 ? members : Object.fromEntries(members.map((member) => [draw.one(nameList), member]))
}

type Place = readonly [owner: Record<string, unknown>, name: string]

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner).flatMap((name): Place[] => [[owner, name], ...placesIn(owner[name])])
}

/** Puts something else at one place of a document. */
function damage(document: unknown, draw: Draw): void {
  const places = placesIn(document)
  if (places.length === 0) return
  const [owner, name] = draw.one(places)
  const value = owner[name]
  const put = (member: unknown): void => {
    Object.defineProperty(owner, name, {
      value: member,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  const ways = [
    () => put(anything(draw, 2)),
    () => put([value]),
    () => put({ content: [value, structuredClone(value)] }),
    () => put(structuredClone(draw.one(places.map(([other, at]) => other[at])))),
    () => (Array.isArray(owner) ? owner.splice(Number(name), 1) : delete owner[name]),
    () => Array.isArray(owner) && owner.splice(Number(name), 0, structuredClone(value), anything(draw, 1)),
  ]
  draw.one(ways)()
}

/** The text of a document of a format, or of something that only looks like one. */
function junkFor(format: string, draw: Draw): string {
  const turns = (): unknown[] => draw.some(6, () => anything(draw, 3))
  const document =
    draw.below(2) === 0 ? structuredClone(draw.one(fixtures)) : { [wireOf(format).root]: turns() }
  for (let times = draw.below(6); times > 0; times--) damage(document, draw)
  const text = JSON.stringify(document)
  if (draw.below(4) > 0) return text
  // A member written twice: the later one counts.
  return text.replace(
    /"(?:role|content|id|parts|tool_calls|input)":/,
    (name) => `${name}${draw.one(['null', '[]', '"x"'])},${name}`,
  )
}

/** Tries drawn documents with all APIs and policies; gives the promises that did not hold. */
export function junkFaults(count: number, seed: number): readonly string[] {
  const draw = new Draw(seed)
  const faults: string[] = []
  for (let tried = 0; tried < count; tried++) {
    const api = draw.one(rulebooks)
    const policy = draw.one(Object.keys(policies)) as PolicyName
    const options = { api, policy, tail: draw.one(['closed', 'rest', 'open'] as const) }
    const text = junkFor(api.format, draw)
    for (const fault of faultsOf(text, options))
      faults.push(`${fault}: ${api.name}, ${policy}, ${options.tail}: ${text}`)
  }
  return faults
}

function faultsOf(text: string, options: Parameters<typeof repair>[1] & object): readonly string[] {
  const held: [string, boolean][] = []
  try {
    const document: unknown = JSON.parse(text)
    const { document: mended, report } = repair(document, options)
    held.push(['the input is untouched', JSON.stringify(document) === JSON.stringify(JSON.parse(text))])
    held.push(['a second repair changes nothing', repair(mended, options).document === mended])
    held.push([
      'a repair of what was written changes nothing',
      repair(JSON.parse(JSON.stringify(mended)), options).report.plan.edits.length === 0,
    ])
    const applied = apply(document, report.plan)
    held.push(['apply makes the same', applied.ok && isDeepStrictEqual(applied.value, mended)])
    const undone = apply(mended, invert(report.plan))
    held.push(['invert restores', undone.ok && JSON.stringify(undone.value) === JSON.stringify(document)])
    const bytes = new TextEncoder().encode(text)
    const written = repairBytes(bytes, options).bytes
    held.push([
      'bytes are mended as objects are',
      isDeepStrictEqual(JSON.parse(new TextDecoder().decode(written)), JSON.parse(JSON.stringify(mended))),
    ])
    held.push(['a second repair of bytes changes nothing', repairBytes(written, options).bytes === written])
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'not-a-conversation' && code !== 'wrong-format') return [`throws ${String(error)}`]
  }
  return held.flatMap(([promise, holds]) => (holds ? [] : [promise]))
}
