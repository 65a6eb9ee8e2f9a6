import type { ReadTask } from '../../../model/converter.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTool, NeutralTurn } from '../../../model/neutral.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { ownOf } from '../../own-members.ts'
import { origin } from './origin.ts'
import { addsTools, readItems } from './read-items.ts'
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
    tools: withAdded(readTools(body.tools, ['tools']), document, task),
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

/** The tools of a body, and those that stand among its items. One that is declared again is as it is told last. */
function withAdded(
  declared: readonly NeutralTool[],
  document: unknown,
  { lose }: ReadTask,
): readonly NeutralTool[] {
  const [items, root]: readonly [unknown, Place] = Array.isArray(document)
    ? [document, []]
    : [isObject(document) ? document.input : undefined, ['input']]
  if (!Array.isArray(items)) return declared
  const added = items.flatMap((item: unknown, index) => {
    if (!addsTools(item)) return []
    const at = placeIn(root, index)
    if (item.id !== undefined)
      lose(placeIn(at, 'id'), 'id of added tools', 'The tools are those of the request.')
    return readTools(item.tools, placeIn(at, 'tools'))
  })
  if (added.length === 0) return declared
  const named = new Map<unknown, NeutralTool>()
  for (const tool of [...declared, ...added]) named.set(tool.kind === 'hosted' ? tool : tool.name, tool)
  return [...named.values()]
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
