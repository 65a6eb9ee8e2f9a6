import { expect } from 'vitest'
import type { Frame } from './frames.ts'

interface Event {
  readonly type: string
  readonly sequence_number: number
  readonly output_index: number
  readonly item: Item
  readonly item_id: string
  readonly delta: string
  readonly text: string
  readonly arguments: string
  readonly response: { readonly output: readonly Item[] }
}

interface Item {
  readonly id: string
  readonly type: string
  readonly arguments?: string
  readonly content?: readonly { readonly text: string }[]
  readonly summary?: readonly { readonly text: string }[]
}

/** Puts a stream of the Responses API together again: items open, grow and close, and are what the end says. */
export function hearResponses(frames: readonly Frame[]): unknown {
  const events = frames.map(({ data }) => data as Event)
  expect(frames.map(({ name }) => name)).toEqual(events.map(({ type }) => type))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['response.created', 'response.in_progress'])
  const last = events.at(-1)!
  expect(last.type).toMatch(/^response\.(?:completed|incomplete)$/)
  const items: Item[] = []
  const told: string[] = []
  const open = new Set<number>()
  for (const event of events.slice(2, -1)) {
    const { output_index: index } = event
    if (event.type === 'response.output_item.added') {
      expect(index).toBe(items.length)
      items.push(event.item)
      told.push('')
      open.add(index)
      continue
    }
    expect(open.has(index), `item ${index} is open`).toBe(true)
    if (event.type === 'response.output_item.done') {
      open.delete(index)
      expect(wordsOf(event.item)).toBe(told[index])
      items[index] = event.item
      continue
    }
    expect(event.item_id).toBe(items[index]?.id)
    if (event.type.endsWith('.delta')) told[index] += event.delta
    if (/(?:text|arguments)\.done$/.test(event.type)) expect(event.text ?? event.arguments).toBe(told[index])
  }
  expect(open.size).toBe(0)
  expect(last.response.output).toEqual(items)
  return last.response
}

function wordsOf({ arguments: written, content, summary }: Item): string {
  return written ?? (content ?? summary ?? []).map(({ text }) => text).join('')
}
