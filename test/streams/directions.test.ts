import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { streams } from '../../core/src/formats/streams.ts'
import { checkStream, convertStream } from '../../core/src/index.ts'
import type { StreamForm } from '../../core/src/model/stream-form.ts'
import { amount } from '../amount.ts'
import { collect } from './collect.ts'
import { answers, eventsOf } from './generate.ts'

const cutting = fc.record({ size: fc.integer({ min: 1, max: 9 }), isInterleaved: fc.boolean() })
const pairs = streams.flatMap((from) => streams.map((to) => [from.format, to.format, from, to] as const))

/** The events of a drawn answer as one wire writes them. */
function writtenBy(form: StreamForm, events: ReturnType<typeof eventsOf>): readonly unknown[] {
  const writer = form.writer({ lose: () => {}, provider: form.provider, model: undefined })
  return events.flatMap((event) => writer.write(event))
}

function readBy(form: StreamForm, events: readonly unknown[]): ReturnType<typeof collect> {
  const reader = form.reader()
  return collect([...events.flatMap((event) => reader.read(event)), ...reader.end()])
}

describe.each(streams.map((form) => [form.format, form] as const))('%s', (format, form) => {
  test('what it writes is lawful, and it reads the same answer from it', () => {
    fc.assert(
      fc.property(answers, cutting, (parts, cut) => {
        // A wire that tells one part after the other gets them so.
        const events = eventsOf(parts, form.isSequential ? { ...cut, isInterleaved: false } : cut)
        const written = writtenBy(form, events)
        expect(checkStream(format, written)).toEqual([])
        expect(readBy(form, written)).toEqual(collect(events))
      }),
      { numRuns: amount(80) },
    )
  })

  test('junk in place of events never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (events) => {
        const { ending } = readBy(form, events)
        expect(ending).not.toBe('none')
        expect(checkStream(format, events)).toBeInstanceOf(Array)
      }),
      { numRuns: amount(40) },
    )
  })
})

describe.each(pairs)('%s to %s', (_, __, from, to) => {
  test('text, calls, arguments, stop reason and usage are the same, and the stream is lawful', () => {
    fc.assert(
      fc.property(answers, cutting, (parts, cut) => {
        const mayMix = !from.isSequential
        const events = eventsOf(parts, mayMix ? cut : { ...cut, isInterleaved: false })
        const stream = convertStream({ from: from.format, to: to.format })
        const out = [...writtenBy(from, events).flatMap((event) => stream.write(event)), ...stream.end()]
        expect(checkStream(to.format, out)).toEqual([])
        expect(readBy(to, out)).toEqual(collect(events))
        // Only Responses names its thoughts.
        expect(stream.lost.filter(({ what }) => what !== 'id of reasoning')).toEqual([])
      }),
      { numRuns: amount(40) },
    )
  })

  test('a stream that is cut at any event ends broken, and lawfully', () => {
    fc.assert(
      fc.property(answers, cutting, fc.nat(), (parts, cut, at) => {
        const events = writtenBy(from, eventsOf(parts, { ...cut, isInterleaved: !from.isSequential }))
        const kept = events.slice(0, at % events.length)
        const stream = convertStream({ from: from.format, to: to.format })
        const out = [...kept.flatMap((event) => stream.write(event)), ...stream.end()]
        const hasReason = readBy(from, kept).ending !== 'error'
        // On one and the same wire a source that has told its reason is passed on as it ended.
        if (from !== to || !hasReason) expect(checkStream(to.format, out)).toEqual([])
        if (!hasReason) expect(readBy(to, out).ending).toBe('error')
      }),
      { numRuns: amount(40) },
    )
  })
})
