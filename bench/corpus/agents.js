// @ts-check

/**
 * How an agent keeps a session: where, and what each of our records is in its words.
 *
 * @typedef {object} Agent
 * @property {string} name As the command says it.
 * @property {number} share Of all sessions.
 * @property {(project: number, id: string) => string} path
 * @property {(lines: readonly string[], id: string) => string[]} write
 */

/** The agents of a home; most sessions are Claude Code's, whose records the others' are made from. @type {readonly Agent[]} */
export const agents = [
  {
    name: 'claude-code',
    share: 0.85,
    path: (project, id) => `.claude/projects/-home-dev-shop-${project}/${id}.jsonl`,
    write: (lines) => [...lines],
  },
  {
    name: 'openclaw',
    share: 0.07,
    path: (_, id) => `.openclaw/agents/main/sessions/${id}.jsonl`,
    write: writePi,
  },
  {
    name: 'pi',
    share: 0.04,
    path: (project, id) => `.pi/agent/sessions/--home-dev-shop-${project}--/2026-01-05_${id}.jsonl`,
    write: writePi,
  },
  {
    name: 'neovate',
    share: 0.04,
    path: (project, id) => `.neovate/projects/-home-dev-shop-${project}/${id.slice(0, 8)}.jsonl`,
    write: (lines, id) => printed(lines.flatMap((line) => neovateRecords(JSON.parse(line), id))),
  },
]

/** @param {readonly unknown[]} records */
function printed(records) {
  return records.map((record) => JSON.stringify(record))
}

/** @param {readonly string[]} lines @param {string} id */
function writePi(lines, id) {
  /** @type {any[]} */
  const records = [
    { type: 'session', version: 3, id, timestamp: '2026-01-05T00:00:00.000Z', cwd: '/srv/shop' },
  ]
  /** @type {Map<string, string>} */
  const names = new Map()
  let parentId = null
  for (const line of lines) {
    const { message, timestamp } = JSON.parse(line)
    for (const held of piMessages(message, names)) {
      const own = records.length.toString(16).padStart(8, '0')
      records.push({ type: 'message', id: own, parentId, timestamp, message: { ...held, timestamp: 1 } })
      parentId = own
    }
  }
  return printed(records)
}

/** @param {any} message @param {Map<string, string>} names Of the tools, by call. @returns {any[]} */
function piMessages({ role, content }, names) {
  if (role === 'assistant') {
    for (const { type, id, name } of content) if (type === 'tool_use') names.set(id, name)
    const said = { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-opus-4-5' }
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 }
    const isCalling = content.some((/** @type {any} */ { type }) => type === 'tool_use')
    return [
      { role, content: content.map(piPart), ...said, usage, stopReason: isCalling ? 'toolUse' : 'stop' },
    ]
  }
  if (typeof content === 'string') return [{ role, content: [{ type: 'text', text: content }] }]
  return content.map((/** @type {any} */ { tool_use_id: id, is_error: isError = false, content: words }) => ({
    role: 'toolResult',
    toolCallId: id,
    toolName: names.get(id),
    content: typeof words === 'string' ? [{ type: 'text', text: words }] : words,
    details: {},
    isError,
  }))
}

/** @param {any} block */
function piPart(block) {
  if (block.type === 'tool_use')
    return { type: 'toolCall', id: block.id, name: block.name, arguments: block.input }
  if (block.type !== 'thinking') return block
  return { type: 'thinking', thinking: block.thinking, thinkingSignature: block.signature }
}

/** @param {any} record @param {string} id @returns {any[]} */
function neovateRecords({ message: { role, content }, uuid, parentUuid, timestamp }, id) {
  const rest = { type: 'message', timestamp, sessionId: id.slice(0, 8) }
  if (role === 'assistant') {
    const usage = { input_tokens: 10, output_tokens: 5 }
    const parts = content.map(neovatePart)
    return [{ parentUuid, uuid, role, content: parts, text: '', model: 'anthropic/claude-x', usage, ...rest }]
  }
  if (typeof content === 'string') return [{ parentUuid, uuid, role, content, ...rest }]
  return [{ parentUuid, uuid, role: 'tool', content: content.map(neovateResult), ...rest }]
}

/** @param {any} block */
function neovatePart(block) {
  return block.type === 'thinking' ? { type: 'reasoning', text: block.thinking } : block
}

/** @param {any} block */
function neovateResult({ tool_use_id: id, is_error: isError = false, content }) {
  const result = { llmContent: content, returnDisplay: 'ok', isError }
  return { type: 'tool-result', toolCallId: id, toolName: 'read', input: { file_path: 'a.ts' }, result }
}
