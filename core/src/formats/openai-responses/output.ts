import type { Output } from '../../model/format.ts'
import { type JsonObject, printJson } from '../../model/json.ts'
import { asGiven, isTypedBlocks } from '../../model/output.ts'
import type { Call } from '../../model/transcript.ts'
import { isWordy } from './items.ts'
import { resultOf } from './stand-in.ts'

/** A result as a tool gave it, in the form that its kind of tool wants. */
export function renderOutput(call: Call, given: Output): unknown {
  const output = isWordy(call.tool) ? asGiven(given, isTypedBlocks) : given
  if ('content' in output) return resultOf(call, contentFor(call.tool, output.content))
  // An output that is not words has a shape of its own, which the tool gives.
  if ('json' in output && !isWordy(call.tool) && call.tool !== 'apply_patch')
    return resultOf(call, contentFor(call.tool, output.json))
  return resultOf(call, wordsFor(call.tool, 'text' in output ? output.text : printJson(output.json)))
}

function contentFor(tool: string, content: unknown): JsonObject {
  switch (tool) {
    case 'tool_search':
      return { execution: 'client', status: 'completed', tools: content }
    case 'apply_patch':
      return { status: 'completed', output: content }
    default:
      return { output: content }
  }
}

function wordsFor(tool: string, text: string): JsonObject {
  switch (tool) {
    case 'shell':
      return { output: [{ stdout: text, stderr: '', outcome: { type: 'exit', exit_code: 0 } }] }
    case 'computer':
      // The output of a computer is a picture; words can only be its address.
      return { output: { type: 'computer_screenshot', image_url: text } }
    case 'tool_search':
      return contentFor(tool, [])
    default:
      return contentFor(tool, text)
  }
}
