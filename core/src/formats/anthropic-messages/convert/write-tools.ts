import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralRequest, NeutralTool } from '../../../model/neutral.ts'
import { writeEphemeral } from '../../cache-control.ts'
import { withOwn } from '../../own-members.ts'
import { objectSchema } from '../../tool-schema.ts'
import { name } from '../name.ts'

/** The declared tools, and which of them the model may or must call. */
export function writeTools(request: NeutralRequest, task: WriteTask): JsonObject {
  const tools = request.tools.flatMap((tool) => writeTool(tool, task) ?? [])
  const choice = tools.length === 0 ? undefined : writeChoice(request, task)
  return {
    ...(tools.length === 0 ? {} : { tools }),
    ...(choice === undefined ? {} : { tool_choice: choice }),
  }
}

function writeTool(tool: NeutralTool, task: WriteTask): JsonObject | undefined {
  if (tool.kind === 'hosted') return writeHosted(tool, task)
  const { name: called, description, isStrict, mark } = tool
  const made = {
    ...(called === undefined ? {} : { name: called }),
    ...(description === undefined ? {} : { description }),
    input_schema: objectSchema(tool, task),
    ...(isStrict === undefined ? {} : { strict: isStrict }),
    ...(mark === undefined ? {} : { cache_control: writeEphemeral(mark) }),
  }
  return withOwn(made, tool.own, name)
}

function writeHosted(tool: NeutralTool, task: WriteTask): JsonObject | undefined {
  if (tool.own?.origin === name) {
    return withOwn(tool.name === undefined ? {} : { name: tool.name }, tool.own, name)
  }
  task.lose(tool.at, `hosted tool ${tool.name ?? ''}`.trim(), 'Its provider alone runs it.')
  return undefined
}

function writeChoice(
  { toolChoice, settings, places }: NeutralRequest,
  task: WriteTask,
): JsonObject | undefined {
  const serial = settings.isParallel === undefined ? {} : { disable_parallel_tool_use: !settings.isParallel }
  const isSerial = settings.isParallel === false
  if (toolChoice === undefined) return isSerial ? { type: 'auto', ...serial } : undefined
  if (toolChoice.mode === 'some')
    task.lose(
      places?.toolChoice,
      'choice among some tools',
      'The target lets the model choose among all, or one.',
    )
  if (toolChoice.mode === 'none') {
    // Without calls there are none beside each other, so that the switch would be refused.
    if (isSerial) task.lose(places?.isParallel, 'setting for parallel calls', 'The model may not call.')
    return { type: 'none' }
  }
  if (toolChoice.mode === 'one') return { type: 'tool', name: toolChoice.name, ...serial }
  return { type: toolChoice.mode === 'any' ? 'any' : 'auto', ...serial }
}
