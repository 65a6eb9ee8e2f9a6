import { kind, type Picks, whole } from '../../model/picks.ts'

const part: Picks = {
  members: {
    type: whole,
    text: kind,
    id: whole,
    name: whole,
    input: kind,
    tool_use_id: kind,
    toolCallId: whole,
    toolName: whole,
    output: kind,
    result: { members: { isError: kind, llmContent: { each: { members: { type: whole, text: kind } } } } },
  },
}

/** The members of a message that a look needs to see. */
const message: Picks = {
  members: {
    type: whole,
    uuid: whole,
    parentUuid: whole,
    role: whole,
    content: { each: part },
    tool_calls: kind,
    tool_call_id: kind,
  },
}

/** The members of a document that a look needs to see. */
export const picks: Picks = { each: message, members: { messages: { each: message }, model: whole } }
