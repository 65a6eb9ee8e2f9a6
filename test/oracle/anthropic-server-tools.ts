import {
  blocksIn,
  isAssistant,
  isServerResult,
  isServerUse,
  isSpoken,
  isStranger,
} from './anthropic-blocks.ts'
import { type Fields, fieldsOf, isFields, type Request } from './request.ts'

const SERVER_ID = /^srvtoolu_[a-zA-Z0-9_]+$/

/** Lists what is refused about tools that the server runs, and about references to tools. */
export function serverToolComplaints({ messages, body }: Request, isCopy: boolean): string[] {
  const assistants = messages.flatMap((message, index) => (isAssistant(message) ? [index] : []))
  return [
    ...assistants.flatMap((index) => pairComplaints(messages, index, isCopy)),
    ...(isCopy ? [] : advisorComplaints(messages, body)),
    ...messages.flatMap((message, index) =>
      referenceComplaints(message, index, declaredIn(messages.slice(0, index), body)),
    ),
  ]
}

/** Advice that was given stays only while the advisor is among the tools, as Anthropic's page about it says. */
function advisorComplaints(messages: readonly unknown[], body: Fields): string[] {
  const { tools, model } = body
  const names = (Array.isArray(tools) ? tools : []).map((tool) => fieldsOf(tool).name)
  const isToolless = names.length === 0 && typeof model !== 'string'
  if (isToolless || names.some((name) => !isId(name)) || names.includes('advisor')) return []
  const given = messages.filter(isAssistant).flatMap(blocksIn)
  return given.some(({ type }) => type === 'advisor_tool_result') ? ['The advisor is not declared.'] : []
}

function pairComplaints(messages: readonly unknown[], index: number, isCopy: boolean): string[] {
  const at = `messages.${index}`
  const blocks = blocksIn(messages[index])
  return blocks.flatMap((block, place) => {
    const before = [...loopBefore(messages, index), ...blocks.slice(0, place)]
    const after = [...blocks.slice(place + 1), ...loopAfter(messages, index)]
    if (isServerResult(block)) {
      const isOwned = before.some((use) => isServerUse(use) && isId(use.id) && use.id === block.tool_use_id)
      return isOwned ? [] : [`${at} holds a server tool result without its use.`]
    }
    if (!isServerUse(block)) return []
    const isAnswered = after.some(
      (result) => isServerResult(result) && isId(block.id) && result.tool_use_id === block.id,
    )
    const isNamed = messages
      .flatMap(blocksIn)
      .some(
        (other) => isStranger(other) && isId(block.id) && [other.id, other.tool_use_id].includes(block.id),
      )
    return [
      ...(isAnswered || isNamed || mayWait(messages, index)
        ? []
        : [`${at} holds a server tool use without its result.`]),
      ...(block.type === 'mcp_tool_use' || isCopy || SERVER_ID.test(String(block.id))
        ? []
        : [`${at} holds a bad server tool id.`]),
    ]
  })
}

function isId(id: unknown): boolean {
  return typeof id === 'string' && id !== ''
}

function loopBefore(messages: readonly unknown[], index: number): Fields[] {
  const start = messages.slice(0, index).findLastIndex(isSpoken) + 1
  return messages.slice(start, index).filter(isAssistant).flatMap(blocksIn)
}

function loopAfter(messages: readonly unknown[], index: number): Fields[] {
  const rest = messages.slice(index + 1)
  const end = rest.findIndex(isSpoken)
  return (end < 0 ? rest : rest.slice(0, end)).filter(isAssistant).flatMap(blocksIn)
}

/** The history ends here, or what the user sent next were results alone. */
function mayWait(messages: readonly unknown[], index: number): boolean {
  const rest = messages.slice(index + 1)
  const next = rest.slice(
    Math.max(
      rest.findIndex((message) => !isAssistant(message)),
      0,
    ),
  )
  if (rest.every(isAssistant)) return true
  const end = next.findIndex(isAssistant)
  return !(end < 0 ? next : next.slice(0, end)).some(isSpoken)
}

/** Lists the names of the tools that are there after these messages: those of the list, and those that directives add. */
function declaredIn(messages: readonly unknown[], { tools }: Fields): unknown[] {
  const own: unknown[] = Array.isArray(tools) ? tools : []
  const added = messages.flatMap(directivesIn).filter(({ type }) => type === 'tool_addition')
  const brought = added.map(({ tool }) => {
    const { type, definition } = fieldsOf(tool)
    if (type === 'mcp_tool_reference' || type === 'mcp_toolset_reference') return {}
    return definition ?? tool
  })
  const all = own.length > 0 ? [...own, ...brought] : []
  return all.map((tool) => fieldsOf(tool).name)
}

/** Directives stand in system messages, in a block for them, and in the summary of what was compacted. */
function directivesIn(message: unknown): Fields[] {
  const blocks = blocksIn(message)
  if (fieldsOf(message).role === 'system') return blocks
  return blocks.flatMap(({ type, content, tool_changes }) => {
    const list = type === 'mid_conv_system' ? content : type === 'compaction' ? tool_changes : []
    return Array.isArray(list) ? list.filter(isFields) : []
  })
}

function referenceComplaints(message: unknown, index: number, declared: readonly unknown[]): string[] {
  if (declared.length === 0 || declared.some((name) => typeof name !== 'string' || name === '')) return []
  const holders = blocksIn(message).filter(
    (block) => block.type === 'tool_result' || (isAssistant(message) && isServerResult(block)),
  )
  const names = holders.flatMap(({ content }) => referencesIn(content))
  return names
    .filter((name) => !declared.includes(name))
    .map(() => `messages.${index} refers to a tool that is not declared.`)
}

function referencesIn(content: unknown): unknown[] {
  const list = Array.isArray(content) ? content : fieldsOf(content).tool_references
  const blocks = Array.isArray(list) ? list.filter(isFields) : []
  const names = blocks.filter(({ type }) => type === 'tool_reference').map(({ tool_name }) => tool_name)
  return names.filter(isId)
}
