import { blocksIn } from './anthropic-blocks.ts'
import { type Fields, fieldsOf, isFields } from './request.ts'

/** What `Extra inputs are not permitted` has been said about, by what has it. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  message: ['name', 'reasoning_content', 'timestamp', 'provider_specific_fields'],
  text: ['id', 'index', 'parsed_output', 'start_timestamp', 'stop_timestamp', 'flags'],
  tool_use: ['index', 'partial_json', 'signature', 'thought_signature', 'provider_specific_fields'],
  tool_result: ['name'],
}

/** Lists the members that the API is on record as refusing. */
export function strangerComplaints(message: unknown, index: number): string[] {
  const at = `messages.${index}`
  const blocks = blocksIn(message).flatMap((block) => [block, ...innerBlocks(block)])
  return [
    ...strangersIn(fieldsOf(message), 'message', at),
    ...blocks.flatMap((block) => strangersIn(block, String(block.type), at)),
    // A call's text is refused too; where it has words, they are nobody's to drop.
    ...blocks
      .filter(({ type, text }) => type === 'tool_use' && (text === '' || text === null))
      .map(() => `${at} holds a call with a text.`),
  ]
}

function innerBlocks({ type, content }: Fields): Fields[] {
  return type === 'tool_result' && Array.isArray(content)
    ? content.filter(isFields).filter((block) => block.type === 'text')
    : []
}

function strangersIn(fields: Fields, kind: string, at: string): string[] {
  const found = (REFUSED[kind] ?? []).filter((name) => fields[name] !== undefined)
  return found.map((name) => `${at} has a ${kind} with \`${name}\`.`)
}
