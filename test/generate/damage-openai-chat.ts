import { callsOf, type Damage, type Draft, objectsOf, resultsOf } from './draft.ts'
import { isObject, type Json, type JsonObject, pick } from './json.ts'

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }

/** Damages that only some APIs of this format mind. */
export const chatDamages: Readonly<Record<string, Damage>> = {
  'image-in-result': (draft, a) => {
    const result = pick(resultsOf(draft), a)?.value
    if (result !== undefined) result.content = [...listOf(result.content), image]
  },

  'user-calls': (draft, a, b) => {
    const turn = pick(
      objectsOf(draft).filter(({ role }) => role === 'user'),
      a,
    )
    const called = { name: 'run', arguments: JSON.stringify({ said: draft.words() }) }
    if (turn !== undefined) turn.tool_calls = [{ id: `usercall${b}`, type: 'function', function: called }]
  },

  'strange-member': (draft, a) => {
    const turn = pick(objectsOf(draft), a)
    if (turn !== undefined) turn.timestamp = 7
  },

  'model-without-instructions': (draft, a, b) => {
    if (draft.body !== undefined) draft.body.model = a % 2 === 0 ? 'o1-mini' : 'openai/o1-preview'
    const role = b % 2 === 0 ? 'system' : 'developer'
    if (b % 3 > 0) draft.turns.splice(a % (draft.turns.length + 1), 0, { role, content: draft.words() })
  },

  'late-instructions': (draft, a, b) => {
    if (draft.body !== undefined && b % 2 === 0) draft.body.model = 'Qwen/Qwen3.5-9B'
    draft.turns.splice(a % (draft.turns.length + 1), 0, { role: 'system', content: draft.words() })
  },

  'empty-tool-list': ({ body }, a) => {
    if (body !== undefined) Object.assign(body, { tools: [] }, a % 2 === 0 ? {} : { tool_choice: 'auto' })
  },

  'forced-call': ({ body }, a, b) => {
    const choice = a % 2 === 0 ? 'required' : { type: 'function', function: { name: 'run' } }
    if (body === undefined) return
    body.tool_choice = choice
    if (b % 3 === 0) body.thinking = { type: 'enabled' }
    if (b % 6 === 3) body.model = 'kimi-k3'
  },

  'mute-tool': ({ body }, a) => {
    const mute = {
      type: 'function',
      function: a % 2 === 0 ? { name: 'run' } : { name: 'run', parameters: null },
    }
    if (body !== undefined) body.tools = [{ type: 'custom', custom: { name: 'say' } }, mute]
  },

  'result-of-others': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    const name = pick(['metadata', 'is_error', 'cache_control', 'status', 'name'], b)
    if (result !== undefined && name !== undefined) result[name] = { said: 1 }
  },

  'name-of-a-result': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    if (result !== undefined) result.name = pick(['search', 'no name!', 'x'.repeat(70), ''], b) ?? ''
  },

  'content-in-a-list': (draft, a) => {
    const turn = pick(objectsOf(draft), a)
    if (turn !== undefined) turn.content = listOf(turn.content)
  },

  'model-says-nothing': (draft, a) => {
    const turn = pick(modelsOf(draft), a)
    if (turn !== undefined) turn.content = turn.tool_calls === undefined ? '' : null
  },

  'lost-reasoning': (draft, a) => {
    const turn = pick(
      modelsOf(draft).filter((message) => message.reasoning_content !== undefined),
      a,
    )
    delete turn?.reasoning_content
  },

  'arguments-as-an-object': (draft, a) => {
    const called = pick(callsOf(draft), a)?.value.function
    if (isObject(called)) called.arguments = { said: draft.words() }
  },

  'image-for-the-model': (draft, a, b) => {
    const turn = pick(
      objectsOf(draft).filter(({ role }) => role === 'user'),
      a,
    )
    const away = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } }
    if (turn !== undefined) turn.content = [...listOf(turn.content), b % 3 === 0 ? away : image]
  },

  'no-user': ({ turns }) => {
    const others = turns.filter((turn) => !isObject(turn) || turn.role !== 'user')
    if (others.length > 0) turns.splice(0, turns.length, ...others)
  },
}

function modelsOf(draft: Draft): JsonObject[] {
  return objectsOf(draft).filter(({ role }) => role === 'assistant')
}

function listOf(content: Json | undefined): Json[] {
  if (Array.isArray(content)) return content
  return typeof content === 'string' ? [{ type: 'text', text: content }] : []
}
