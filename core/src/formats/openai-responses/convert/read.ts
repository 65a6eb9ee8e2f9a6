import type { ReadTask } from '../../../model/converter.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTurn } from '../../../model/neutral.ts'
import { ownOf } from '../../own-members.ts'
import { origin } from './origin.ts'
import { readItems } from './read-items.ts'
import { readSettings } from './settings.ts'
import { readToolChoice, readTools } from './tools.ts'

/** Reads a request body, or its bare list of items. */
export function readRequest(document: unknown, task: ReadTask): NeutralRequest {
  const body = isObject(document) ? document : {}
  const { settings, places, taken, objects } = readSettings(body)
  const model = nonEmpty(body.model)
  const instructions = nonEmpty(body.instructions)
  const toolChoice = readToolChoice(body.tool_choice)
  const { input } = body
  const isItems = Array.isArray(input) || typeof input === 'string'
  const here = [
    ...(model === undefined ? [] : ['model']),
    ...(instructions === undefined && isSaid(body.instructions) ? [] : ['instructions']),
    ...(isItems ? ['input'] : []),
    ...(Array.isArray(body.tools) ? ['tools'] : []),
    ...(toolChoice === undefined ? [] : ['tool_choice']),
  ]
  const own = ownOf(origin, [body, new Set([...taken, ...here])], ...objects)
  return {
    as: 'request',
    isBare: Array.isArray(document),
    ...(model !== undefined && { model }),
    instructions:
      instructions === undefined ? [] : [{ kind: 'text', at: ['instructions'], text: instructions }],
    turns: readTurns(document, task),
    tools: readTools(body.tools, ['tools']),
    ...(toolChoice && { toolChoice }),
    settings,
    places: {
      ...places,
      ...(model !== undefined && { model: ['model'] }),
      ...(toolChoice && { toolChoice: ['tool_choice'] }),
    },
    ...(own && { own }),
  }
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function readTurns(document: unknown, { provider }: ReadTask): readonly NeutralTurn[] {
  if (Array.isArray(document)) return readItems(document, [], provider)
  const input = isObject(document) ? document.input : undefined
  if (Array.isArray(input)) return readItems(input, ['input'], provider)
  if (typeof input !== 'string') return []
  const at = ['input']
  return [{ speaker: 'user', at, parts: [{ kind: 'text', at, text: input }] }]
}
