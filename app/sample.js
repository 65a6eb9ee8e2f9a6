// @ts-check

/** A conversation in lines as an agent keeps it, with a fault of each common kind: what a check runs over most often. */
export function sampleLines() {
  const records = Array.from({ length: 400 }, (_, turn) => exchange(turn)).flat()
  const lines = records.map((record, index) => JSON.stringify({ ...linkOf(index), ...record }))
  return `${lines.join('\n')}\n`
}

/** @param {number} turn */
function exchange(turn) {
  const id = `toolu_${String(turn).padStart(24, '0')}`
  const words = [{ type: 'text', text: `Step ${turn}.` }]
  const call = { type: 'tool_use', id, name: 'Bash', input: { command: 'ls', turn } }
  const result = {
    type: 'tool_result',
    tool_use_id: id,
    content: turn % 3 === 0 ? words : 'a\nb "c"\t\u001b[0m',
  }
  const calls = turn % 40 === 9 ? [] : [call]
  const results = turn % 40 === 19 ? words : turn % 40 === 29 ? [result, result] : [result]
  return [
    record('assistant', turn % 2 === 0 ? [...words, ...calls] : calls.length > 0 ? calls : words),
    record('user', results),
  ]
}

/** @param {'assistant' | 'user'} role @param {readonly object[]} content */
function record(role, content) {
  const answer = role === 'assistant' ? { id: `msg_${++answers}` } : {}
  return { type: role, message: { role, content, ...answer }, timestamp: '2026-01-05' }
}

let answers = 0

/** Each record hangs on the one before. @param {number} index */
function linkOf(index) {
  return { uuid: `u${index}`, parentUuid: index === 0 ? null : `u${index - 1}`, sessionId: 'sample' }
}
