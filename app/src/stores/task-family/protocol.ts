import { tailBeside } from './beside.ts'

/**
 * The API that a task was last sent to, as far as its screen tells: the extension notes only which of two forms it was.
 *
 * If it notes nothing, the form of the records is assumed: an API that takes it takes every form made from it.
 */
export function protocolBeside(path: string): string {
  const [last] = [...tailBeside(path, 'ui_messages.json').matchAll(noted)].slice(-1)
  return last?.[1] === 'openai' ? 'openai' : 'anthropic'
}

// It stands in a text that is JSON itself.
const noted = /\\?"apiProtocol\\?"\s*:\s*\\?"(openai|anthropic)\\?"/g
