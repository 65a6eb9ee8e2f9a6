import { kind, type Pick, whole } from '../../model/pick.ts'

/** What a block in a result or a prompt is looked at for. */
const piece: Pick = {
  members: { type: whole, text: kind, tool_name: whole, cache_control: kind, image: kind },
}

/** What a tool gave: words, blocks, or an object that lists the tools it found. */
const given: Pick = {
  each: piece,
  members: { type: whole, tool_references: { each: piece } },
}

const block: Pick = {
  members: {
    type: whole,
    text: kind,
    id: whole,
    input: kind,
    tool_use_id: whole,
    content: given,
    is_error: kind,
    signature: kind,
    cache_control: kind,
    image: kind,
    document: kind,
    thinking: kind,
  },
}

const message: Pick = { members: { role: whole, content: { each: block } } }

/** What a look at a document of this format needs to see. */
export const picks: Pick = {
  each: message,
  members: {
    messages: { each: message },
    model: whole,
    system: { each: piece },
    tools: { each: { members: { name: whole, cache_control: kind } } },
    thinking: { members: { type: whole } },
    anthropic_version: kind,
    cache_control: kind,
  },
}
