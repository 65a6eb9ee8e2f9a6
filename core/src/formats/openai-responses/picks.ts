import { json, kind, type Picks, whole } from '../../model/picks.ts'

/** A message's content, or what a tool gave. */
const content: Picks = { each: { members: { type: whole, text: kind } } }

// The kind of an item without a type depends on all that it has.
const item: Picks = {
  isClosed: true,
  members: {
    type: whole,
    role: whole,
    id: whole,
    call_id: whole,
    name: whole,
    arguments: json,
    content,
    output: content,
    input: kind,
    encrypted_content: kind,
    environment: kind,
    execution: whole,
    tool_calls: kind,
    status: kind,
    phase: kind,
    summary: kind,
    action: kind,
    actions: kind,
    operation: kind,
    tools: kind,
    queries: kind,
    results: kind,
    result: kind,
    code: kind,
    container_id: kind,
    outputs: kind,
    server_label: kind,
    error: kind,
    approval_request_id: kind,
    approve: kind,
    reason: kind,
    namespace: kind,
    max_output_length: kind,
    acknowledged_safety_checks: kind,
    pending_safety_checks: kind,
    created_by: kind,
  },
}

/** The members of a document that a look needs to see. */
export const picks: Picks = {
  each: item,
  members: {
    input: { each: item },
    messages: kind,
    model: whole,
    store: kind,
    reasoning: { members: { effort: whole } },
    previous_response_id: whole,
    conversation: kind,
    prompt: kind,
  },
}
