/** Members that other programs leave on messages and blocks, as far as a glance goes. */
export interface MayBeForeign {
  readonly name?: unknown
  readonly reasoning_content?: unknown
  readonly timestamp?: unknown
  readonly provider_specific_fields?: unknown
  readonly id?: unknown
  readonly index?: unknown
  readonly text?: unknown
  readonly partial_json?: unknown
  readonly signature?: unknown
  readonly thought_signature?: unknown
  readonly parsed_output?: unknown
  readonly start_timestamp?: unknown
  readonly stop_timestamp?: unknown
  readonly flags?: unknown
}

/** The members that the functions below look for, by the kind of the part that has them. */
export const foreignMembers: Readonly<Record<string, readonly (keyof MayBeForeign)[]>> = {
  turn: ['name', 'reasoning_content', 'timestamp', 'provider_specific_fields'],
  text: ['id', 'index', 'parsed_output', 'start_timestamp', 'stop_timestamp', 'flags'],
  call: ['index', 'text', 'partial_json', 'signature', 'thought_signature', 'provider_specific_fields'],
  result: ['name'],
}

// Each is asked for by its name: a loop over names costs many times as much.

export function isForeignMessage(message: MayBeForeign): boolean {
  return (
    message.name !== undefined ||
    message.reasoning_content !== undefined ||
    message.timestamp !== undefined ||
    message.provider_specific_fields !== undefined
  )
}

export function isForeignText(block: MayBeForeign): boolean {
  return (
    block.id !== undefined ||
    block.index !== undefined ||
    block.parsed_output !== undefined ||
    block.start_timestamp !== undefined ||
    block.stop_timestamp !== undefined ||
    block.flags !== undefined
  )
}

export function isForeignCall(block: MayBeForeign): boolean {
  return (
    block.index !== undefined ||
    block.text !== undefined ||
    block.partial_json !== undefined ||
    block.signature !== undefined ||
    block.thought_signature !== undefined ||
    block.provider_specific_fields !== undefined
  )
}
