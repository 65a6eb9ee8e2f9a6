/** The name of this format. */
export const name = 'openai-chat'
