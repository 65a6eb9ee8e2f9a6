import { isObject } from '../../model/json.ts'
import type { Guarding } from '../binding/state.ts'
import { mend, send } from '../mend.ts'
import { copyWith } from './copy.ts'

/** A client of AWS, as far as a guard knows it. */
export interface Bedrock {
  readonly middlewareStack: Stack
}

interface Stack {
  clone(): Stack
  add(middleware: Middleware, options: object): void
}

interface Args {
  readonly input: unknown
}

type BedrockSend = (args: Args) => Promise<unknown>
type Middleware = (next: BedrockSend, context: { readonly commandName?: string }) => BedrockSend

const address = { format: 'bedrock-converse' }

export function isBedrock(client: object): client is Bedrock {
  if (!('middlewareStack' in client && 'config' in client)) return false
  const { middlewareStack: stack, config } = client
  const isStack = isObject(stack) && typeof stack.clone === 'function' && typeof stack.add === 'function'
  return isStack && isObject(config) && config.serviceId === 'Bedrock Runtime'
}

/** A client like this one that mends what is to be said to a model before it is written down and signed. */
export function guardBedrock<Client extends Bedrock>(client: Client, options: Guarding): Client {
  const middlewareStack = client.middlewareStack.clone()
  // Last of those that see the input: what others change in it is seen.
  const at = { step: 'initialize', priority: 'low', name: 'mortiseGuard' }
  middlewareStack.add((next, { commandName }) => {
    const isConverse = commandName === 'ConverseCommand' || commandName === 'ConverseStreamCommand'
    return isConverse ? (args) => sendArgs(args, options, next) : next
  }, at)
  // Handlers are kept for the stack that they were made of.
  return copyWith(client, { middlewareStack, handlers: undefined })
}

function sendArgs(args: Args, options: Guarding, next: BedrockSend): Promise<unknown> {
  const { input } = args
  const mended = mend(input, address, options)
  return send(mended, address, options, (sent) => next(sent === input ? args : { ...args, input: sent }))
}
