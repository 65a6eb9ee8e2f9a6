/** Members that other programs leave on messages, as far as a glance goes. */
export interface MayBeForeign {
  readonly metadata?: unknown
  readonly timestamp?: unknown
  readonly provider_specific_fields?: unknown
  readonly name?: unknown
  readonly reasoning_content?: unknown
  readonly reasoning?: unknown
  readonly reasoning_details?: unknown
  readonly refusal?: unknown
  readonly annotations?: unknown
  readonly audio?: unknown
  readonly function_call?: unknown
  readonly is_error?: unknown
  readonly cache_control?: unknown
}

const tags = ['metadata', 'timestamp', 'name'] as const

/** The members that the functions below look for, by speaker. */
export const foreignMembers: Readonly<Record<string, readonly (keyof MayBeForeign)[]>> = {
  user: tags,
  system: tags,
  tool: ['metadata', 'timestamp', 'provider_specific_fields', 'is_error', 'cache_control'],
  model: [
    ...['metadata', 'timestamp', 'provider_specific_fields', 'name', 'reasoning_content', 'reasoning'],
    ...['reasoning_details', 'refusal', 'annotations', 'audio', 'function_call'],
  ] as (keyof MayBeForeign)[],
}

// Each is asked for by its name: a loop over names costs many times as much.

/** Whether what the user says, or instructions, have a member of another program. */
export function isForeignSpeech(message: MayBeForeign): boolean {
  return message.metadata !== undefined || message.timestamp !== undefined || message.name !== undefined
}

export function isForeignAnswer(message: MayBeForeign): boolean {
  return (
    message.metadata !== undefined ||
    message.timestamp !== undefined ||
    message.provider_specific_fields !== undefined ||
    message.name !== undefined ||
    message.reasoning_content !== undefined ||
    message.reasoning !== undefined ||
    message.reasoning_details !== undefined ||
    message.refusal !== undefined ||
    message.annotations !== undefined ||
    message.audio !== undefined ||
    message.function_call !== undefined
  )
}

export function isForeignResult(message: MayBeForeign): boolean {
  return (
    message.metadata !== undefined ||
    message.timestamp !== undefined ||
    message.provider_specific_fields !== undefined ||
    message.is_error !== undefined ||
    message.cache_control !== undefined
  )
}
