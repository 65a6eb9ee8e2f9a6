import { kind, type Pick, whole } from '../../model/pick.ts'

const part: Pick = {
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

const message: Pick = {
  members: {
    role: whole,
    content: { each: part },
    parts: { each: part },
    toolInvocations: kind,
  },
}

/** What a look at a document of this format needs to see. */
export const picks: Pick = { each: message, members: { messages: { each: message }, model: whole } }
