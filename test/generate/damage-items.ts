import { type Damage, objectsOf } from './draft.ts'
import { pick } from './json.ts'

/** Damages to the names of items and to reasoning that is an item. */
export const itemDamages: Readonly<Record<string, Damage>> = {
  'drop-reasoning': (draft, a) => {
    const item = pick(
      objectsOf(draft).filter(({ type }) => type === 'reasoning'),
      a,
    )
    if (item !== undefined) draft.turns.splice(draft.turns.indexOf(item), 1)
  },

  'name-of-another': (draft, a, b) => {
    const named = objectsOf(draft).filter(({ id }) => typeof id === 'string')
    const [item, other] = [pick(named, a), pick(named, b)]
    if (item !== undefined && other?.id !== undefined) item.id = other.id
  },

  'words-of-another-type': (draft, a, b) => {
    const item = pick(
      objectsOf(draft).filter(({ content, output }) => typeof (content ?? output) === 'string'),
      a,
    )
    const type = pick(['text', 'input_text', 'output_text'], b)
    const member = item?.content === undefined ? 'output' : 'content'
    if (item !== undefined && type !== undefined) item[member] = [{ type, text: item[member] ?? '' }]
  },

  'foreign-name': (draft, a, b) => {
    const item = pick(objectsOf(draft), a)
    const form = pick(
      [(id: string) => `item_${id}`, (id: string) => `${id}.0`, (id: string) => id.padEnd(70, 'x')],
      b,
    )
    if (item !== undefined) item.id = form?.(String(item.id ?? 'new')) ?? ''
  },
}
