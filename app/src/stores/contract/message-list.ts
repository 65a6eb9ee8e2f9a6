import type { Format } from '@mortise/core'

/** The members of a format for messages out of records: a bare list, to which the agent adds the rest of the request. */
export const messageList: Pick<Format, 'rootOf' | 'holdsMore' | 'turnsOf' | 'factsOf'> = {
  rootOf: () => [],
  holdsMore: () => false,
  turnsOf: (document) => (Array.isArray(document) ? document : undefined),
  factsOf: () => ({
    model: undefined,
    isThinking: false,
    isContinued: false,
    isBody: false,
    hasInstructions: true,
  }),
}
