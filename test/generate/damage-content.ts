import { callsOf, type Damage, type Draft, objectsOf, resultsOf, textsOf } from './draft.ts'
import { copy, isObject, type Json, pick } from './json.ts'
import { read, write } from './scribe.ts'

/** Damages inside turns: texts, roles, contents and arguments. */
export const contentDamages: Readonly<Record<string, Damage>> = {
  'empty-text': (draft, a, b, c) => spoilText(draft, '', a, b, c),

  'trailing-space': (draft, a, b) => {
    const words = `${draft.words()}${pick([' ', '\n\n', '\t', ' \u00a0', '.'], b) ?? ''}`
    const last = draft.turns.at(-1)
    const slot = isObject(last) ? draft.scribe.textsOf(last).at(-1) : undefined
    if (a % 3 > 0) draft.turns.push(draft.scribe.say('model', words))
    else if (slot !== undefined) slot.holder[slot.key] = words
  },

  'blank-text': (draft, a, b, c) => spoilText(draft, c % 2 === 0 ? ' ' : '\n\t', a, b, c),

  'null-content': (draft, a, b) => {
    const { content } = draft.scribe
    const turns = objectsOf(draft).filter((turn) => content in turn)
    write(pick(turns, a), [content], b % 2 === 0 ? null : undefined)
  },

  'empty-call-list': (draft, a) => {
    const turn = pick(objectsOf(draft), a)
    if (turn !== undefined) draft.scribe.emptyCalls?.(turn)
  },

  'cut-arguments': (draft, a) => {
    setArguments(draft, a, (old) => {
      const written = typeof old === 'string' ? old : (JSON.stringify(old) ?? '')
      return written.slice(0, Math.ceil(written.length / 2))
    })
  },

  'arguments-in-a-string': (draft, a) => setArguments(draft, a, (old) => JSON.stringify(old) ?? ''),

  'null-arguments': (draft, a, b) => setArguments(draft, a, () => (b % 2 === 0 ? null : undefined)),

  'spoiled-tool-name': (draft, a, b) => {
    const names = ['', 'no name!', 'x'.repeat(70), undefined, null, 'y'.repeat(201)]
    write(pick(callsOf(draft), a)?.value, draft.scribe.callName, pick(names, b))
  },

  'unknown-role': (draft, a, b) => {
    const turns = objectsOf(draft).filter((turn) => 'role' in turn)
    write(pick(turns, a), ['role'], pick(draft.scribe.wrongRoles, b))
  },

  'empty-user-turn': ({ scribe, turns }, a, b) => {
    const turn = pick(scribe.emptyTurns, b)
    if (turn !== undefined) turns.splice(a % (turns.length + 1), 0, copy(turn))
  },

  'empty-error-result': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    if (result === undefined) return
    draft.scribe.fail(result)
    const content = pick(draft.scribe.emptyContents, b)
    write(result, draft.scribe.resultContent, content && copy(content))
  },

  'lone-surrogate': (draft, a, b) => {
    const text = pick(textsOf(draft), a)
    const result = pick(resultsOf(draft), a)?.value
    const said = read(result, draft.scribe.resultContent)
    if (b % 2 === 1 && typeof said === 'string') write(result, draft.scribe.resultContent, `${said}\ud83d`)
    else if (text !== undefined) text.holder[text.key] = `\ude00${text.holder[text.key]}`
  },
}

/** Replaces a text, or adds such a text to a list. */
function spoilText(draft: Draft, words: string, a: number, b: number, c: number): void {
  const text = pick(textsOf(draft), a)
  const lists = objectsOf(draft).map((turn) => draft.scribe.wordsOf(turn))
  const list = pick(
    lists.filter((one) => one !== undefined),
    a,
  )
  if (b % 2 === 1) list?.splice(c, 0, draft.scribe.text(words))
  else if (text !== undefined) text.holder[text.key] = words
}

function setArguments(draft: Draft, number: number, change: (old: Json) => Json | undefined): void {
  const call = pick(callsOf(draft), number)?.value
  const path = draft.scribe.callArguments
  write(call, path, change(read(call, path) ?? null))
}
