import { head, kind, type Picks, whole } from '../../model/picks.ts'

/** The members for which a text is refused, by name. */
const strays: Picks['members'] = {
  id: kind,
  index: kind,
  parsed_output: kind,
  start_timestamp: kind,
  stop_timestamp: kind,
  flags: kind,
}

/** An image's size stands in the beginning of its data. */
const source: Picks = { members: { data: head } }

/** A tool that is given or taken: one that is pointed to, or brought along. */
const tool: Picks = {
  members: { type: whole, name: whole, definition: { members: { name: whole } } },
}

/** The members of a block in a result or a prompt that are looked at. */
const piece: Picks = {
  members: {
    ...strays,
    type: whole,
    text: kind,
    tool_name: whole,
    cache_control: kind,
    image: kind,
    source,
    tool,
  },
}

/** The output of a tool: words, blocks, or an object that lists the tools it found. */
const given: Picks = {
  each: piece,
  members: { type: whole, tool_references: { each: piece } },
}

const block: Picks = {
  members: {
    ...strays,
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
    source,
    document: kind,
    thinking: kind,
    name: whole,
    tool,
    tool_changes: { each: { members: { type: whole, tool } } },
    partial_json: kind,
    thought_signature: kind,
    provider_specific_fields: kind,
  },
}

const message: Picks = {
  members: {
    role: whole,
    content: { each: block },
    tool_calls: kind,
    parts: kind,
    name: kind,
    reasoning_content: kind,
    timestamp: kind,
    provider_specific_fields: kind,
    output_config: kind,
  },
}

/** The members of a document that a look needs to see. */
export const picks: Picks = {
  each: message,
  members: {
    messages: { each: message },
    model: whole,
    system: { each: piece },
    tools: { each: { members: { name: whole, cache_control: kind } } },
    thinking: { members: { type: whole } },
    tool_choice: { members: { type: whole } },
    anthropic_version: kind,
    cache_control: kind,
    compaction: kind,
  },
}
