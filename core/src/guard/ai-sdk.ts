import { repair } from '../entries/ai-sdk.ts'
import { isObject } from '../model/json.ts'
import { checkOptions } from '../model/options.ts'
import type { PolicyChoice, Tail } from '../types.ts'
import { type GuardOptions, messageOptions } from './options.ts'
import { tell } from './tell.ts'

/** The options of the guards of the AI SDK, for providers whose own rules are not known. */
export type AiSdkOptions = Pick<GuardOptions, 'onScan' | 'onRepair'> & {
  readonly policy?: PolicyChoice
  readonly tail?: Tail
}

/** A middleware for `wrapLanguageModel`, as far as it is told apart by its members. */
export interface AiSdkMiddleware {
  readonly specificationVersion: 'v3'
  transformParams<Params extends { readonly prompt: readonly unknown[] }>(call: {
    readonly params: Params
    readonly model?: { readonly modelId: string }
  }): Promise<Params>
}

/**
 * A middleware for `wrapLanguageModel` that mends each prompt before the provider sees it.
 *
 * The AI SDK refuses open calls before it asks any middleware: for those there are `repairModelMessages` and
 * `repairUIMessages`.
 */
export function guardMiddleware(options: AiSdkOptions = {}): AiSdkMiddleware {
  checkOptions('guardMiddleware', options, messageOptions)
  return {
    specificationVersion: 'v3',
    async transformParams({ params, model }) {
      const prompt = repaired(params.prompt, options, model?.modelId)
      return prompt === params.prompt ? params : { ...params, prompt: prompt.map(asPrompted) }
    },
  }
}

/** Mends messages for `generateText` and `streamText`; the same list where nothing had to change. */
export function repairModelMessages<Message>(messages: Message[], options: AiSdkOptions = {}): Message[] {
  checkOptions('repairModelMessages', options, messageOptions)
  return repaired(messages, options)
}

/** Mends the messages of a chat, as `useChat` keeps them; the same list where nothing had to change. */
export function repairUIMessages<Message>(messages: Message[], options: AiSdkOptions = {}): Message[] {
  checkOptions('repairUIMessages', options, messageOptions)
  return repaired(messages, options)
}

function repaired<Messages extends readonly unknown[]>(
  messages: Messages,
  options: AiSdkOptions,
  model?: string,
): Messages {
  const { onScan: _, onRepair: __, ...wishes } = options
  const given = { ...wishes, api: 'ai-sdk' }
  // Only Claude binds its reasoning: places in the reports of all others stay those of a list.
  if (model === undefined || !model.includes('claude')) {
    const { document, report, api } = repair(messages, given)
    tell(options, report, { api, isRetry: false })
    return document
  }
  const { document, report, api } = repair({ model, messages }, given)
  tell(options, report, { api, isRetry: false })
  return document.messages
}

/** A message as a prompt has it, where words are a part; in messages they may be the whole content. */
function asPrompted(message: unknown): unknown {
  if (!isObject(message) || message.role === 'system' || typeof message.content !== 'string') return message
  return { ...message, content: [{ type: 'text', text: message.content }] }
}
