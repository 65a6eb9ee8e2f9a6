import { kind, type Picks, whole } from '../../model/picks.ts'

/** A call or a result. */
const held: Picks = { members: { id: whole, name: whole, args: kind, response: kind } }

const part: Picks = {
  members: {
    text: kind,
    type: whole,
    toolUse: kind,
    toolResult: kind,
    functionCall: held,
    functionResponse: held,
    function_call: held,
    function_response: held,
    thoughtSignature: kind,
    inlineData: kind,
    fileData: kind,
  },
}

const content: Picks = { members: { role: whole, tool_calls: kind, parts: { each: part } } }

const thinking: Picks = { members: { thinkingBudget: kind, thinking_budget: kind } }
const configuration: Picks = { members: { thinkingConfig: thinking, thinking_config: thinking } }
const declarations: Picks = { each: { members: { name: whole } } }

/** The members of a request; a gateway may wrap them. */
const request: Readonly<Record<string, Picks>> = {
  contents: { each: content },
  cachedContent: kind,
  cached_content: kind,
  systemInstruction: kind,
  system_instruction: kind,
  generationConfig: configuration,
  generation_config: configuration,
  tools: {
    each: { members: { functionDeclarations: declarations, function_declarations: declarations } },
  },
}

/** The members of a document that a look needs to see. */
export const picks: Picks = {
  each: content,
  members: { ...request, model: whole, request: { members: request } },
}
