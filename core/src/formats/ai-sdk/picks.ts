import { kind, type Picks, whole } from '../../model/picks.ts'

const part: Picks = {
  members: {
    type: whole,
    text: kind,
    toolCallId: whole,
    toolName: whole,
    input: kind,
    output: { members: { type: whole } },
    state: whole,
    providerExecuted: kind,
    mediaType: whole,
    image: kind,
    data: kind,
  },
}

const message: Picks = {
  members: {
    role: whole,
    content: { each: part },
    parts: { each: part },
    toolInvocations: kind,
  },
}

/** The members of a document that a look needs to see. */
export const picks: Picks = { each: message, members: { messages: { each: message }, model: whole } }
