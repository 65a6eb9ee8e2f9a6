import { type Format, kind, type Picks, whole } from '@mortise/core'
import { messageList } from '../contract/message-list.ts'
import { partsWithoutSeals, withoutSeals } from '../contract/seals.ts'
import { isObject, type JsonObject } from '../records/json.ts'
import { facts, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { isModelTurn, readTurn } from './walk.ts'

const state: Picks = { members: { status: whole, input: kind, output: kind, error: kind, content: kind } }

const parts: Picks = {
  each: {
    members: {
      type: whole,
      text: kind,
      ignored: whole,
      callID: whole,
      tool: whole,
      id: whole,
      name: whole,
      state,
      executed: whole,
      metadata: { members: { providerExecuted: whole } },
      native: kind,
      tail_start_id: whole,
    },
  },
}

const message: Readonly<Record<string, Picks>> = {
  id: whole,
  type: whole,
  seq: whole,
  time: whole,
  data: {
    members: {
      role: whole,
      status: whole,
      summary: kind,
      finish: kind,
      error: { members: { name: whole } },
      parentID: whole,
      providerID: whole,
      modelID: whole,
      model: whole,
      text: kind,
      command: kind,
      content: parts,
    },
  },
  parts,
}

/** The members that a quick look over the records reads. */
export const picks: Picks = { members: { session: whole, ...message } }

/** The messages of this family: a call holds its own result. */
export const format: Format = {
  name: 'opencode',
  title: 'opencode messages',
  firstParty: 'openai',
  results: { shape: 'list', speaker: 'tool', list: 'parts' },
  lists: {
    parts: { path: ['parts'], whenEmpty: 'keep' },
    content: { path: ['content'], whenEmpty: 'keep' },
    text: { path: ['text'], whenEmpty: 'keep' },
    command: { path: ['command'], whenEmpty: 'keep' },
    summary: { path: ['summary'], whenEmpty: 'keep' },
  },
  facts,
  picks: { each: { members: message } },
  // They only ever come out of a session, which is recognised by its records.
  recognises: () => 0,
  ...messageList,
  shapes: {
    'without-issuer': (raw) =>
      partsWithoutSeals(raw, isObject(raw) && 'parts' in raw ? 'parts' : 'content', free),
  },
  readTurn,
  isModelTurn,
  renderText,
  renderResult,
  renderTurn,
  unpack,
}

/** A part whose metadata names and seals nothing; the state of a tool is its own, not its provider's. */
function free(part: JsonObject): JsonObject {
  return withoutSeals(part, part.type === 'tool' ? ['metadata', 'native'] : ['metadata', 'native', 'state'])
}
