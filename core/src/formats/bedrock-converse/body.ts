import type { Facts } from '../../model/facts.ts'
import { isObject, isWellFormed, type JsonObject, nonEmpty } from '../../model/json.ts'
import { isTurnless } from '../messages.ts'
import { held } from './blocks.ts'
import { isMark } from './marks.ts'

export function factsOf(document: unknown): Facts {
  const body = isObject(document) ? document : {}
  const thinking = held(held(body, 'additionalModelRequestFields'), 'thinking').type
  const system = listOf(body.system)
  const tools = toolsOf(document)
  const names = tools.flatMap(
    (tool) => nonEmpty(held(tool, 'toolSpec').name ?? held(tool, 'systemTool').name) ?? [],
  )
  return {
    model: nonEmpty(body.modelId),
    isThinking: thinking === 'enabled' || thinking === 'adaptive',
    isAdaptive: thinking === 'adaptive',
    isContinued: false,
    isBody: isObject(document),
    // A prompt that the provider keeps brings messages of its own.
    isTurnless: isTurnless(document) && body.promptVariables === undefined,
    hasInstructions: system.length > 0,
    ...(tools.some(isDeclaration) ? { tools: new Set(names) } : {}),
    areInstructionsCut: !isWellFormed(body.system),
    forces: forcedBy(held(held(document, 'toolConfig'), 'toolChoice')),
    marks: [...system, ...tools].filter(isMark).length,
  }
}

function forcedBy({ any, tool }: JsonObject): Facts['forces'] {
  if (isObject(any)) return 'any'
  return isObject(tool) ? 'one' : undefined
}

/** The text that the model reads before the messages. */
export function headOf(document: unknown): unknown {
  return isObject(document)
    ? { system: document.system, tools: held(document, 'toolConfig').tools }
    : undefined
}

/** The tools that a body lists, marks among them. */
export function toolsOf(document: unknown): readonly unknown[] {
  return listOf(held(document, 'toolConfig').tools)
}

function isDeclaration(tool: unknown): boolean {
  return isObject(tool) && !isMark(tool)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
