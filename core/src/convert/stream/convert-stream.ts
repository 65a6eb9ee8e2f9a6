import type { Loss } from '../../model/converter.ts'
import type { Finding } from '../../model/finding.ts'
import { isObject } from '../../model/json.ts'
import type { NeutralEvent } from '../../model/neutral-stream.ts'
import { isFormatName, isYesOrNo, ofKind } from '../../model/option-checks.ts'
import { checkOptions, type OptionTable, unknownName } from '../../model/options.ts'
import type { StreamForm } from '../../model/stream-form.ts'
import { isSignatureWay, keeperOf, type SignatureWay } from '../signature-store.ts'
import { asFunctions, asPlainText } from './free-text.ts'
import { givenToClient } from './given-to-client.ts'
import { inSequence } from './in-sequence.ts'
import { inOrder, type StreamStage, writtenFrom } from './stage.ts'
import { untilEnd } from './until-end.ts'
import { wholeCalls } from './whole-calls.ts'

/** How a streamed answer is converted. */
export interface ConvertStreamOptions {
  /** The format of the events that come, and of those that go out. */
  readonly from: string
  readonly to: string
  /** The model that the client asked for; else the source's name stays. */
  readonly model?: string
  /** The `names` of the report on the request: calls get the names back that the client knows. */
  readonly names?: Readonly<Record<string, string>>
  /** The `plainText` of the report on the request: calls of these tools get their words back as plain text. */
  readonly plainText?: readonly string[]
  /** How signatures of calls travel to the client; in ids unless said otherwise. */
  readonly signatures?: SignatureWay
  /** When the answer was made, in seconds since 1970; else the source's date, or 0. */
  readonly created?: number
  /** An estimate of the input tokens, for clients that are told before the source tells. */
  readonly inputTokens?: number
  /** Whether chat clients get each call in one chunk, as Mistral sends it: its own client takes no pieces. */
  readonly wholeCalls?: boolean
  /** Whether chat clients get a chunk with counts at the end; true unless said otherwise. */
  readonly wantsUsage?: boolean
}

/** A stream on its way from one format to another. Events are decoded: the parsed `data`, or `[DONE]`. */
export interface StreamConversion {
  /** Takes the next event of the source; gives the events for the client. */
  write(event: unknown): readonly unknown[]
  /** The source has ended. A stream that ended in the middle gets the broken end of the client's API. */
  end(): readonly unknown[]
  /** `for await (const event of conversion.over(events))`: converts a whole source, with its end. */
  over(events: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<unknown, void, undefined>
  /** With `flush`, a transformer of the platform: `events.pipeThrough(new TransformStream(conversion))`. */
  transform(event: unknown, controller: EventSink): void
  flush(controller: EventSink): void
  /** The losses: content that the target could not carry. */
  readonly lost: readonly Loss[]
  /** Calls that were cut; nobody was told that they are complete. */
  readonly found: readonly Finding[]
}

/** The side of a `TransformStream` that takes events. */
export interface EventSink {
  enqueue(event: unknown): void
}

type Steps = Pick<StreamConversion, 'write' | 'end' | 'lost' | 'found'>

export type ConvertStream = (options: ConvertStreamOptions) => StreamConversion

const table: OptionTable = {
  from: isFormatName,
  to: isFormatName,
  model: ofKind('a name', (value) => typeof value === 'string'),
  names: ofKind('the `names` of a report', isObject),
  plainText: ofKind('a list of names', Array.isArray),
  signatures: isSignatureWay,
  created: ofKind('a number', (value) => typeof value === 'number'),
  inputTokens: ofKind('a number', (value) => typeof value === 'number'),
  wantsUsage: isYesOrNo,
  wholeCalls: isYesOrNo,
}

/** `convertStream`, for the wires that are known. */
export function convertStreamOf(forms: readonly StreamForm[]): ConvertStream {
  return (options) => {
    checkOptions('convertStream', options, table, ['from', 'to'])
    const from = formNamed(forms, options.from)
    const to = formNamed(forms, options.to)
    return asStream(from === to ? passing(from, options) : converting(from, to, options))
  }
}

/** The same steps in the forms that a platform has for streams. */
function asStream(steps: Steps): StreamConversion {
  const { write, end } = steps
  const give = (events: readonly unknown[], sink: EventSink): void => {
    for (const event of events) sink.enqueue(event)
  }
  return {
    ...steps,
    async *over(events) {
      for await (const event of events) yield* write(event)
      yield* end()
    },
    transform: (event, sink) => give(write(event), sink),
    flush: (sink) => give(end(), sink),
  }
}

/** The form of a wire by its name. */
export function formNamed(forms: readonly StreamForm[], name: string): StreamForm {
  const form = forms.find(({ format }) => format === name)
  if (form !== undefined) return form
  throw unknownName(
    'format',
    name,
    forms.map(({ format }) => format),
  )
}

function converting(from: StreamForm, to: StreamForm, options: ConvertStreamOptions): Steps {
  const lost: Loss[] = []
  const found: Finding[] = []
  const lose = (at: Loss['at'] | undefined, what: string, why: string): void => {
    lost.push({ at: at ?? [], what, why })
  }
  const reader = from.reader(lose)
  const writer = to.writer({ ...options, lose, provider: to.provider, model: options.model })
  const stages: StreamStage[] = [
    givenToClient({
      provider: to.provider,
      lose,
      keep: keeperOf(options.signatures),
      names: new Map(Object.entries(options.names ?? {}).map(([old, written]) => [written, old])),
    }),
    wholeCalls((id) => found.push(cutCall(id))),
  ]
  stages.push(to.hasPlainText ? asPlainText(options.plainText ?? []) : asFunctions())
  if (to.isSequential) stages.push(inSequence())
  const pass = inOrder([...stages, untilEnd()])
  const writeOne = (event: NeutralEvent): readonly unknown[] => writer.write(event)
  const written = (events: readonly NeutralEvent[]): readonly unknown[] => {
    const [only] = events
    if (only !== undefined && events.length === 1) return writtenFrom(pass(only), writeOne)
    return events.flatMap((event) => writtenFrom(pass(event), writeOne))
  }
  return { write: (event) => written(reader.read(event)), end: () => written(reader.end()), lost, found }
}

/** One and the same wire: events pass as they are, and only a stream that broke gets its end. */
function passing(form: StreamForm, { model }: ConvertStreamOptions): Steps {
  const reader = form.reader()
  const writer = form.writer({ lose: () => {}, provider: form.provider, model })
  return {
    write(event) {
      reader.read(event)
      return [event]
    },
    end: () => reader.end().flatMap((event) => (event.kind === 'error' ? writer.write(event) : [])),
    lost: [],
    found: [],
  }
}

function cutCall(id: string | undefined): Finding {
  const message =
    'The arguments of a call are not complete: the stream ends with an error, so that nobody runs it.'
  return {
    rule: 'arguments-not-json',
    severity: 'refused',
    at: [],
    calls: id === undefined ? [] : [id],
    message,
  }
}
