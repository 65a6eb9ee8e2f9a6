import { type Format, kind, type Pick, whole } from '@mortise/core'
import { isObject } from '../json.ts'
import { messageList } from '../message-list.ts'
import { firstParty } from './api.ts'
import { facts, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { makeSentinel } from './sentinel.ts'
import { readTurn } from './walk.ts'

const part: Pick = {
  members: {
    type: whole,
    text: kind,
    id: whole,
    name: whole,
    input: kind,
    toolCallId: whole,
    toolName: whole,
    result: { members: { isError: kind, llmContent: { each: { members: { type: whole, text: kind } } } } },
  },
}

const message: Pick = { members: { role: whole, content: { each: part } } }

/** Neovate's messages: calls are parts of the assistant's, results have messages of their own. */
export const format: Format = {
  name: 'neovate',
  title: 'Neovate records',
  firstParty,
  results: { shape: 'list', speaker: 'tool', list: 'content' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  picks: { each: message },
  // They only ever come out of a session, which is recognised by its records.
  recognises: () => 0,
  ...messageList,
  readTurn,
  isModelTurn,
  sentinel: makeSentinel,
  renderText,
  renderResult,
  renderTurn,
  unpack,
}

function isModelTurn(raw: unknown): boolean | undefined {
  const role = isObject(raw) ? raw.role : undefined
  if (role === 'assistant') return true
  return role === 'user' || role === 'tool' ? false : undefined
}

/** What a look over the records needs to see. */
export const picks: Pick = {
  members: {
    ...message.members,
    type: whole,
    uuid: whole,
    parentUuid: whole,
    uiContent: kind,
    model: whole,
    customTitle: whole,
    config: { members: { model: whole, summary: whole } },
    trackedFileBackups: kind,
  },
}
