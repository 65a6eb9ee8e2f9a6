/** The name of this format, on what only it can write back. */
export const origin = 'openai-responses'
