import { type Damage, objectsOf } from './draft.ts'
import { isObject, pick } from './json.ts'

/** Damages to what only Neovate's messages have: parents, and results in the user's name. */
export const neovateDamages: Readonly<Record<string, Damage>> = {
  // A branch that was left: nobody answers its call, and nothing of it is sent.
  'a-branch-that-was-left': (draft, a) => {
    const parent = pick(
      objectsOf(draft).filter(({ uuid, role }) => typeof uuid === 'string' && role === 'user'),
      a,
    )
    if (parent === undefined) return
    const call = { type: 'tool_use', id: 'left_1', name: 'read', input: {} }
    const left = {
      type: 'message',
      uuid: 'left',
      parentUuid: parent.uuid ?? null,
      role: 'assistant',
      content: [call],
    }
    const at = draft.turns.indexOf(parent)
    if (at < draft.turns.length - 1) draft.turns.splice(at + 1, 0, left)
  },
  'results-in-the-users-name': (draft, a) => {
    const turn = pick(
      objectsOf(draft).filter(({ role, content }) => role === 'tool' && Array.isArray(content)),
      a,
    )
    if (turn === undefined || !Array.isArray(turn.content)) return
    turn.role = 'user'
    turn.content = turn.content.map((part) =>
      isObject(part) && part.type === 'tool-result'
        ? {
            type: 'tool_result',
            id: part.toolCallId ?? null,
            name: part.toolName ?? null,
            result: part.result ?? null,
          }
        : part,
    )
  },
}
