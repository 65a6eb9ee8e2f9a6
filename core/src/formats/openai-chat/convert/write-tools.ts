import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTool, NeutralToolChoice } from '../../../model/neutral.ts'
import { withOwn } from '../../own-members.ts'
import { objectSchema } from '../../tool-schema.ts'
import { name } from '../name.ts'

/** The declared tools, and which of them the model may or must call. */
export function writeTools({ tools, toolChoice }: NeutralRequest, task: WriteTask): JsonObject {
  const made = tools.map((tool) => writeTool(tool, task)).filter((tool) => tool !== undefined)
  if (made.length === 0) return {}
  const customs = new Set(tools.filter(({ kind }) => kind === 'custom').map(({ name: called }) => called))
  return { tools: made, ...(toolChoice === undefined ? {} : { tool_choice: choiceOf(toolChoice, customs) }) }
}

function writeTool(tool: NeutralTool, task: WriteTask): JsonObject | undefined {
  if (tool.mark !== undefined) task.lose(tool.at, 'cache mark', 'The target has no cache marks.')
  const labels = {
    ...(tool.name === undefined ? {} : { name: tool.name }),
    ...(tool.description === undefined ? {} : { description: tool.description }),
  }
  if (tool.kind === 'custom') return withOwn({ type: 'custom', custom: labels }, tool.own, name)
  if (tool.kind === 'hosted') {
    if (tool.own?.origin === name) return withOwn({}, tool.own, name)
    task.lose(tool.at, `hosted tool ${tool.name ?? ''}`.trim(), 'Its provider alone runs it.')
    return undefined
  }
  const called = {
    ...labels,
    ...(tool.parameters === undefined ? {} : { parameters: objectSchema(tool, task) }),
    ...(tool.isStrict === undefined ? {} : { strict: tool.isStrict }),
  }
  return withOwn({ type: 'function', function: called }, tool.own, name)
}

function choiceOf(choice: NeutralToolChoice, customs: ReadonlySet<string | undefined>): unknown {
  if (choice.mode === 'one') return pointTo(choice.name, customs)
  if (choice.mode !== 'some') return choice.mode === 'any' ? 'required' : choice.mode
  const tools = choice.names.map((called) => pointTo(called, customs))
  const mode = choice.isForced === true ? 'required' : 'auto'
  return { type: 'allowed_tools', allowed_tools: { mode, tools } }
}

function pointTo(called: string, customs: ReadonlySet<string | undefined>): JsonObject {
  return customs.has(called)
    ? { type: 'custom', custom: { name: called } }
    : { type: 'function', function: { name: called } }
}
