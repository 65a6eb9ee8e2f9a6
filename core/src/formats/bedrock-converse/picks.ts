import { kind, type Pick, whole } from '../../model/pick.ts'

const call: Pick = { members: { type: whole, toolUseId: whole, name: whole, input: kind } }

const named: Pick = { members: { name: whole } }

const result: Pick = {
  members: {
    type: whole,
    toolUseId: whole,
    status: whole,
    content: { each: { members: { text: kind, json: kind, document: named, video: kind } } },
  },
}

const reasoning: Pick = {
  members: { redactedContent: kind, reasoningText: { members: { signature: kind } } },
}

const change: Pick = { members: { tool: { members: { name: whole } } } }

const media: Pick = { members: { source: { members: { s3Location: kind } } } }

// A block is what its one member says; another one beside it matters.
const block: Pick = {
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

const message: Pick = { members: { role: whole, tool_calls: kind, content: { each: block } } }

const tool: Pick = {
  members: {
    toolSpec: { members: { name: whole } },
    systemTool: { members: { name: whole } },
    cachePoint: kind,
  },
}

/** What a look at a document of this format needs to see. */
export const picks: Pick = {
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
