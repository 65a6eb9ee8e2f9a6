import type { Demands } from '../../model/format.ts'

/** What others leave on messages and blocks, as far as a look at them goes. */
export interface Strays {
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

/** What is looked for below, by the kind of what has it. */
const strays: Readonly<Record<string, readonly (keyof Strays)[]>> = {
  turn: ['name', 'reasoning_content', 'timestamp', 'provider_specific_fields'],
  text: ['id', 'index', 'parsed_output', 'start_timestamp', 'stop_timestamp', 'flags'],
  call: ['index', 'text', 'partial_json', 'signature', 'thought_signature', 'provider_specific_fields'],
  result: ['name'],
}

// Each is asked for by its name: a loop over names costs many times as much.

export function isLitteredMessage(message: Strays): boolean {
  return (
    message.name !== undefined ||
    message.reasoning_content !== undefined ||
    message.timestamp !== undefined ||
    message.provider_specific_fields !== undefined
  )
}

export function isLitteredText(block: Strays): boolean {
  return (
    block.id !== undefined ||
    block.index !== undefined ||
    block.parsed_output !== undefined ||
    block.start_timestamp !== undefined ||
    block.stop_timestamp !== undefined ||
    block.flags !== undefined
  )
}

export function isLitteredCall(block: Strays): boolean {
  return (
    block.index !== undefined ||
    block.text !== undefined ||
    block.partial_json !== undefined ||
    block.signature !== undefined ||
    block.thought_signature !== undefined ||
    block.provider_specific_fields !== undefined
  )
}

/** Whether a result or a text in it has one. */
export function isLitteredResult({ name, content }: Strays & { readonly content?: unknown }): boolean {
  if (name !== undefined) return true
  return Array.isArray(content) && isLitteredBefore(content, content.length)
}

/** Whether a text among the first blocks has one. */
export function isLitteredBefore(blocks: readonly unknown[], end: number): boolean {
  for (let index = 0; index < end; index++) {
    const block = blocks[index] as (Strays & { readonly type?: unknown }) | null
    if (block?.type === 'text' && isLitteredText(block)) return true
  }
  return false
}

/** The rows that refuse members by their names. */
function refusing({ rows }: Demands): readonly Readonly<Record<string, readonly string[]>>[] {
  const both = [rows['unsupported-property'], rows['unsupported-part-member']]
  return both.flatMap((row) => (row?.refusedMembers === undefined ? [] : [row.refusedMembers]))
}

/** Whether members are refused at all. */
export function minds(demands: Demands): boolean {
  return refusing(demands).length > 0
}

/** Whether all that is refused by name is looked for. */
export function looksFor(demands: Demands): boolean {
  return refusing(demands).every((refused) =>
    Object.entries(refused).every(([kind, names]) =>
      names.every((name) => strays[kind]?.includes(name as keyof Strays)),
    ),
  )
}
