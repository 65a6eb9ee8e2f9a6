import { repair } from '../entries/openai-chat.ts'
import { checkOptions } from '../model/options.ts'
import type { PolicyChoice, Tail } from '../types.ts'
import { pairing } from './langchain/pairing.ts'
import { restore } from './langchain/restore.ts'
import { viewOf } from './langchain/view.ts'
import { type GuardOptions, messageOptions } from './options.ts'
import { tell } from './tell.ts'

/** The options of the guards of LangChain, for providers whose own rules are not known. */
export type LangChainOptions = Pick<GuardOptions, 'onScan' | 'onRepair'> & {
  readonly policy?: PolicyChoice
  readonly tail?: Tail
}

/** By this LangChain knows a middleware. */
const brand: unique symbol = Symbol.for('AgentMiddleware')

/** A middleware for `createAgent`, as far as it is told apart by its members. */
export interface LangChainMiddleware {
  readonly name: string
  readonly [brand]: true
  wrapModelCall<Request extends { readonly messages: readonly unknown[] }, Answer>(
    request: Request,
    handler: (request: Request) => Answer,
  ): Answer
}

/** A middleware for `createAgent` that mends the messages before each call of the model; the state stays as it is. */
export function guardMiddleware(options: LangChainOptions = {}): LangChainMiddleware {
  checkOptions('guardMiddleware', options, messageOptions)
  return {
    [brand]: true,
    name: 'MortiseGuard',
    wrapModelCall(request, handler) {
      const messages = repaired(request.messages, options)
      return handler(messages === request.messages ? request : { ...request, messages })
    },
  }
}

/** Mends messages for `model.invoke` and `model.stream`; the same list where nothing had to change. */
export function repairMessages<Message>(messages: Message[], options: LangChainOptions = {}): Message[] {
  checkOptions('repairMessages', options, messageOptions)
  return repaired(messages, options)
}

function repaired<Messages extends readonly unknown[]>(
  messages: Messages,
  options: LangChainOptions,
): Messages {
  if (!Array.isArray(messages)) return messages
  const { onScan: _, onRepair: __, ...wishes } = options
  const view = viewOf(messages)
  const { document, report, api } = repair(view, { ...wishes, api: pairing })
  tell(options, report, { api, isRetry: false })
  // A new message has the plain form, which LangChain takes in place of an instance.
  return document === view ? messages : (restore(document, view, messages) as unknown as Messages)
}
