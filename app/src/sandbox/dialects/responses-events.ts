import { type Beat, textOf } from '../beats.ts'
import { type AnyJsonObject, listIn } from '../json.ts'

interface Event {
  readonly type: string
  readonly [member: string]: unknown
}

/** The events of the Responses API for one beat of the item that is being made. */
export function itemEvents(beat: Beat, item: AnyJsonObject): readonly Event[] {
  const spot = { item_id: item.id, output_index: beat.index }
  if (beat.said.kind === 'call') return callEvents(beat, item, spot)
  const isText = beat.said.kind === 'text'
  const [name, part] = isText
    ? ['output_text', 'content_part']
    : ['reasoning_summary_text', 'reasoning_summary_part']
  const inside = { ...spot, [isText ? 'content_index' : 'summary_index']: 0 }
  const [whole] = listIn(item, isText ? 'content' : 'summary')
  if (beat.do === 'piece') {
    const more = isText ? { logprobs: [] } : {}
    return [{ type: `response.${name}.delta`, ...inside, delta: beat.text, ...more }]
  }
  if (beat.do === 'open') {
    const empty = isText ? { status: 'in_progress', content: [] } : { summary: [] }
    return [
      added(beat, { ...item, ...empty }),
      { type: `response.${part}.added`, ...inside, part: { ...(whole as AnyJsonObject), text: '' } },
    ]
  }
  const more = isText ? { logprobs: [] } : {}
  return [
    { type: `response.${name}.done`, ...inside, text: textOf(beat.said), ...more },
    { type: `response.${part}.done`, ...inside, part: whole },
    done(beat, item),
  ]
}

function callEvents(beat: Beat, item: AnyJsonObject, spot: AnyJsonObject): readonly Event[] {
  if (beat.do === 'open') return [added(beat, { ...item, status: 'in_progress', arguments: '' })]
  if (beat.do === 'piece')
    return [{ type: 'response.function_call_arguments.delta', ...spot, delta: beat.text }]
  const { arguments: written, name } = item
  return [
    { type: 'response.function_call_arguments.done', ...spot, name, arguments: written },
    done(beat, item),
  ]
}

function added({ index }: Beat, item: AnyJsonObject): Event {
  return { type: 'response.output_item.added', output_index: index, item }
}

function done({ index }: Beat, item: AnyJsonObject): Event {
  return { type: 'response.output_item.done', output_index: index, item }
}
