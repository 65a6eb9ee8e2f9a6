// @ts-check

/**
 * What others export; none of it is installed by `npm ci` in the root, only by `npm ci` in `bench/peers`.
 *
 * @typedef {object} Peers
 * @property {any} HumanMessage
 * @property {any} AIMessage
 * @property {any} ToolMessage
 * @property {(messages: unknown[], options: object) => Promise<any[]>} trimMessages
 * @property {(options: object) => unknown[]} pruneMessages
 * @property {(text: string) => number} countTokens
 */

/** The peers, or undefined where they are not installed. @returns {Promise<Peers | undefined>} */
export async function loadPeers() {
  const files = [
    '@langchain/core/dist/messages/index.js',
    'ai/dist/index.mjs',
    'gpt-tokenizer/esm/encoding/o200k_base.js',
  ]
  try {
    const [chain, sdk, tokenizer] = await Promise.all(
      files.map((file) => import(new URL(`./peers/node_modules/${file}`, import.meta.url).href)),
    )
    const { HumanMessage, AIMessage, ToolMessage, trimMessages } = chain
    return {
      HumanMessage,
      AIMessage,
      ToolMessage,
      trimMessages,
      pruneMessages: sdk.pruneMessages,
      countTokens: tokenizer.countTokens,
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** A chat conversation as LangChain has it, each message named by its position. @param {import('./conversation.js').Document} document @param {Peers} peers */
export function toLangChain({ messages }, { HumanMessage, AIMessage, ToolMessage }) {
  return messages.map(({ role, content, tool_calls = [], tool_call_id }, at) => {
    const id = String(at)
    if (role === 'user') return new HumanMessage({ id, content })
    if (role === 'tool') return new ToolMessage({ id, content, tool_call_id })
    const calls = tool_calls.map((/** @type {any} */ call) => ({
      id: call.id,
      name: call.function.name,
      args: JSON.parse(call.function.arguments),
    }))
    return new AIMessage({ id, content: content ?? '', tool_calls: calls })
  })
}

/** A chat conversation as the AI SDK has it. @param {import('./conversation.js').Document} document */
export function toModelMessages({ messages }) {
  return messages.map(({ role, content, tool_calls = [], tool_call_id }) => {
    if (role === 'user') return { role, content }
    if (role === 'tool')
      return {
        role,
        content: [
          {
            type: 'tool-result',
            toolCallId: tool_call_id,
            toolName: 'run',
            output: { type: 'text', value: content },
          },
        ],
      }
    const calls = tool_calls.map((/** @type {any} */ call) => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.function.name,
      input: JSON.parse(call.function.arguments),
    }))
    return { role, content: content === null ? calls : [{ type: 'text', text: content }, ...calls] }
  })
}
