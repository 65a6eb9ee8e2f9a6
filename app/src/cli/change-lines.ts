import type { Checked } from '../stores/check.ts'
import { nameOf } from '../stores/findings.ts'
import type { Mended } from '../stores/mend.ts'
import type { RecordChange } from '../stores/record-changes.ts'
import type { Store } from '../stores/store.ts'
import { cutText } from './cut-text.ts'
import { type Look, listed } from './look.ts'
import { count } from './printable.ts'
import { shortener } from './short-ids.ts'
import { turnLines } from './turn-lines.ts'

const most = 12
const longest = 160
// Ids are made shorter before a line is cut; of a text of megabytes nobody needs to look at more.
const enough = 1000

/** What happens to the records of a session, one a line, and how much of it stays as it is. */
export function changeLines({ before, changes }: Mended, store: Store, look: Look): readonly string[] {
  const shorten = shortener(
    before.found.flatMap(({ calls }) => calls),
    look.cut,
  )
  const { shown, more } = listed(changes, most, look, 'add --dry-run | less to see them')
  const lines = shown.map((change) => {
    return cutText(shorten(sentenceOf(change, store).slice(0, enough)), longest, look.cut)
  })
  return [
    ...lines,
    ...more,
    `= ${count(untouched(before, changes, store), 'other record')} kept byte for byte`,
  ]
}

/** How many records keep their bytes; what cannot be read is none of them. */
function untouched({ entries }: Checked, changes: readonly RecordChange[], store: Store): number {
  const isTorn = ({ why }: RecordChange): boolean => why.includes('unreadable')
  const touched = changes.filter((each) => each.do !== 'insert' && (!isTorn(each) || each.do === 'relink'))
  const names = new Set(touched.map(({ record }) => record))
  return entries.filter((entry) => entry.mended === undefined && !names.has(nameOf(entry, store))).length
}

const words: Readonly<Record<RecordChange['do'], string>> = {
  insert: '+ after',
  remove: '-',
  hide: '-',
  move: '>',
  edit: '~',
  relink: '~',
}

function sentenceOf(change: RecordChange, store: Store): string {
  const { do: act, record, why } = change
  const place = record.replace(/,.*/, '')
  return `${words[act]} ${place}  ${why.join(', ')}  ${whatOf(change, store)}`
}

function whatOf({ do: act, why, value }: RecordChange, { messageIn, format }: Store): string {
  if (act === 'remove') return 'goes'
  if (act === 'hide') return 'is kept, but not sent any more'
  if (act === 'move') return why.includes('unreadable') ? 'moves to the start' : 'moves to its call'
  if (act === 'relink') return 'hangs on another record'
  if (act === 'edit') return 'is changed'
  const message = value && messageIn(value)?.message
  return message === undefined
    ? 'a new record'
    : `new: ${turnLines([message], format).join(' ').replace(/\s+/g, ' ')}`
}
