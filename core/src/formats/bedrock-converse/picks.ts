import { kind, type Picks, whole } from '../../model/picks.ts'

const call: Picks = { members: { type: whole, toolUseId: whole, name: whole, input: kind } }

const named: Picks = { members: { name: whole } }

const result: Picks = {
  members: {
    type: whole,
    toolUseId: whole,
    status: whole,
    content: { each: { members: { text: kind, json: kind, document: named, video: kind } } },
  },
}

const reasoning: Picks = {
  members: { redactedContent: kind, reasoningText: { members: { text: kind, signature: kind } } },
}

const change: Picks = { members: { tool: { members: { name: whole } } } }

const media: Picks = { members: { source: { members: { s3Location: kind } } } }

// A block is what its one member says; another one beside it matters.
const block: Picks = {
  isClosed: true,
  members: {
    text: kind,
    toolUse: call,
    toolResult: result,
    image: media,
    document: { members: { ...named.members, ...media.members } },
    video: media,
    audio: media,
    reasoningContent: reasoning,
    cachePoint: kind,
    guardContent: kind,
    citationsContent: kind,
    searchResult: kind,
    toolAddition: change,
    toolRemoval: change,
  },
}

const message: Picks = { members: { role: whole, tool_calls: kind, content: { each: block } } }

const tool: Picks = {
  members: {
    toolSpec: { members: { name: whole } },
    systemTool: { members: { name: whole } },
    cachePoint: kind,
  },
}

/** The members of a document that a look needs to see. */
export const picks: Picks = {
  each: message,
  members: {
    messages: { each: message },
    modelId: whole,
    promptVariables: kind,
    system: { each: { members: { cachePoint: kind } } },
    toolConfig: { members: { tools: { each: tool }, toolChoice: { members: { any: kind, tool: kind } } } },
    additionalModelRequestFields: { members: { thinking: { members: { type: whole } } } },
  },
}
