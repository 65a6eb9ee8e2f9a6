import { callsOf, type Damage, type Draft, objectsOf, resultsOf, textsOf } from './draft.ts'
import { isObject, type Json, type JsonObject, pick } from './json.ts'

/** Damages inside messages: texts, roles, contents and arguments. */
export const contentDamages: Readonly<Record<string, Damage>> = {
  'empty-text': (draft, a, b, c) => spoilText(draft, '', a, b, c),

  'blank-text': (draft, a, b, c) => spoilText(draft, c % 2 === 0 ? ' ' : '\n\t', a, b, c),

  'null-content': (draft, a, b) => {
    const message = pick(objectsOf(draft), a)
    if (message !== undefined) unsettle(message, 'content', b % 2 === 0 ? null : undefined)
  },

  'empty-call-list': (draft, a) => {
    const models = objectsOf(draft).filter(({ role }) => role === 'assistant')
    const message = pick(models, a)
    if (message !== undefined && draft.format === 'openai-chat') message.tool_calls = []
  },

  'cut-arguments': (draft, a) => {
    setArguments(draft, a, (old) => {
      const written = typeof old === 'string' ? old : (JSON.stringify(old) ?? '')
      return written.slice(0, Math.ceil(written.length / 2))
    })
  },

  'arguments-in-a-string': (draft, a) => setArguments(draft, a, (old) => JSON.stringify(old) ?? ''),

  'null-arguments': (draft, a, b) => setArguments(draft, a, () => (b % 2 === 0 ? null : undefined)),

  'unknown-role': (draft, a, b) => {
    const message = pick(objectsOf(draft), a)
    const roles = draft.format === 'openai-chat' ? ['human', 'bot', 'model'] : ['human', 'system', 'tool']
    if (message !== undefined) unsettle(message, 'role', pick(roles, b))
  },

  'empty-user-turn': ({ messages }, a, b) => {
    messages.splice(a % (messages.length + 1), 0, { role: 'user', content: b % 2 === 0 ? '' : [] })
  },

  'empty-error-result': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    if (result === undefined) return
    if (draft.format === 'anthropic-messages') result.is_error = true
    unsettle(result, 'content', pick(['', [], null, undefined], b))
  },

  'lone-surrogate': (draft, a, b) => {
    const text = pick(textsOf(draft), a)
    const result = pick(resultsOf(draft), a)?.value
    if (b % 2 === 1 && typeof result?.content === 'string') result.content += '\ud83d'
    else if (text !== undefined) text.holder[text.key] = `\ude00${text.holder[text.key]}`
  },
}

/** Replaces a text, or adds such a text block to a list. */
function spoilText(draft: Draft, words: string, a: number, b: number, c: number): void {
  const text = pick(textsOf(draft), a)
  const lists = objectsOf(draft).flatMap(({ content }) => (Array.isArray(content) ? [content] : []))
  const list = pick(lists, a)
  if (b % 2 === 1) list?.splice(c, 0, { type: 'text', text: words })
  else if (text !== undefined) text.holder[text.key] = words
}

function setArguments(draft: Draft, number: number, change: (old: Json) => Json | undefined): void {
  const call = pick(callsOf(draft), number)?.value
  const holder = draft.format === 'openai-chat' ? call?.function : call
  const key = draft.format === 'openai-chat' ? 'arguments' : 'input'
  if (isObject(holder)) unsettle(holder, key, change(holder[key] ?? null))
}

function unsettle(holder: JsonObject, key: string, value: Json | undefined): void {
  if (value === undefined) delete holder[key]
  else holder[key] = value
}
