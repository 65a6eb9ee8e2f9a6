// @ts-check

/** @typedef {import('./conversation.js').Message} Message */

/** Reads every message and every block's type, and nothing more; counts the calls. @type {Readonly<Record<string, (messages: Message[]) => number>>} */
export const bareLoop = { anthropic: anthropicLoop, openai: chatLoop, mistral: chatLoop }

/** @param {Message[]} messages @returns {number} */
function anthropicLoop(messages) {
  let calls = 0
  for (let position = 0; position < messages.length; position++) {
    const { content } = /** @type {Message} */ (messages[position])
    if (typeof content === 'string') continue
    for (let index = 0; index < content.length; index++) if (content[index].type === 'tool_use') calls++
  }
  return calls
}

/** @param {Message[]} messages @returns {number} */
function chatLoop(messages) {
  let calls = 0
  for (let position = 0; position < messages.length; position++) {
    const { role, content, tool_calls } = /** @type {Message} */ (messages[position])
    // A text or nothing always stands here; the test keeps the read from being dropped.
    if (typeof content !== 'string' && content !== null) calls--
    if (role !== 'assistant' || tool_calls === undefined) continue
    for (let index = 0; index < tool_calls.length; index++) if (tool_calls[index].type === 'function') calls++
  }
  return calls
}
