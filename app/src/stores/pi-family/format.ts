import { type Format, kind, type Picks, whole } from '@mortise/core'
import { messageList } from '../contract/message-list.ts'
import { isObject } from '../records/json.ts'
import { withoutIssuer } from './issuer.ts'
import { plain } from './plain.ts'
import { facts, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { readTurn, speakerIn } from './walk.ts'

const blocks: Picks = {
  each: {
    members: {
      type: whole,
      id: whole,
      name: whole,
      text: kind,
      arguments: kind,
      input: kind,
      partialJson: kind,
    },
  },
}

const members: Readonly<Record<string, Picks>> = {
  role: whole,
  content: blocks,
  stopReason: whole,
  toolCallId: whole,
  toolUseId: whole,
  tool_call_id: whole,
  tool_use_id: whole,
  callId: whole,
  call_id: whole,
  toolName: whole,
  excludeFromContext: whole,
  api: whole,
  provider: whole,
  model: whole,
}

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    type: whole,
    id: whole,
    parentId: whole,
    version: whole,
    cwd: whole,
    firstKeptEntryId: whole,
    firstKeptEntryIndex: whole,
    provider: whole,
    name: whole,
    label: whole,
    customType: whole,
    summary: kind,
    content: blocks,
    message: { members },
  },
}

/** The messages of this family: calls are blocks of an answer, each result is a message. */
export const format: Format = {
  name: 'pi',
  title: 'pi messages',
  firstParty: 'anthropic',
  results: { shape: 'self', speaker: 'tool', list: 'self' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  picks: { each: { members: { ...members, type: whole } } },
  recognises: (document) => (Array.isArray(document) && document.some(isOwn) ? 1 : 0),
  ...messageList,
  readTurn,
  isModelTurn,
  plain,
  renderText,
  renderResult,
  renderTurn,
  unpack,
  shapes: { 'without-issuer': withoutIssuer },
}

function isOwn(message: unknown): boolean {
  return isObject(message) && (message.role === 'toolResult' || message.role === 'bashExecution')
}

function isModelTurn(raw: unknown): boolean | undefined {
  const speaker = speakerIn(raw)
  return speaker === undefined ? undefined : speaker === 'model'
}
