import { json, kind, type Picks, whole } from '../../model/picks.ts'

/** Texts, images and what else a content is made of. */
const content: Picks = { each: { members: { type: whole, text: kind, image: kind } } }

const calls: Picks = {
  each: { members: { id: whole, type: whole, function: { members: { name: whole, arguments: json } } } },
}

// Some APIs take no member that they do not know: what else a message has is for a reader of all of it.
const message: Picks = {
  isClosed: true,
  members: {
    role: whole,
    content,
    tool_calls: calls,
    tool_call_id: whole,
    tool_name: whole,
    name: whole,
    prefix: kind,
    images: kind,
    reasoning_content: kind,
    reasoning: kind,
    reasoning_details: kind,
    refusal: kind,
    annotations: kind,
    audio: kind,
    function_call: kind,
    cache_control: kind,
  },
}

/** The members of a document that a look needs to see. */
export const picks: Picks = {
  each: message,
  members: {
    messages: { each: message },
    model: whole,
    tools: { each: { members: { function: { members: { parameters: kind } } } } },
    tool_choice: whole,
    thinking: { members: { type: whole } },
    options: kind,
    keep_alive: kind,
    think: kind,
  },
}
