/** The name of this format. */
export const name = 'anthropic-messages'
