import type { RecordChange } from '../../stores/changes/record-changes.ts'
import type { Checked } from '../../stores/check/check.ts'
import { nameOf } from '../../stores/check/findings.ts'
import type { Entry, Store } from '../../stores/contract/store.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { readRecords } from '../../stores/records/entries.ts'
import { memberAt } from '../../stores/records/json.ts'
import { cutText } from '../screen/cut-text.ts'
import { shortWords } from '../screen/lost-call.ts'
import { count } from '../screen/printable.ts'
import { shortener } from '../screen/short-ids.ts'
import { listed, type Style } from '../screen/style.ts'
import { turnLines } from '../screen/turn-lines.ts'

const most = 12
const longest = 160
// Ids are made shorter before a line is cut; of a text of megabytes nobody needs to look at more.
const enough = 1000

/** The changes of the records of a session, one a line, and the number of records that stay as they are. */
export function changeLines(mended: Mended, store: Store, style: Style): readonly string[] {
  const { before, changes } = mended
  const shorten = shortener(
    before.found.flatMap(({ calls }) => calls),
    style.cut,
  )
  const wordsOf = recordWords(mended, store, style)
  const { shown, more } = listed(changes, most, style, 'add --dry-run | less to see them')
  const lines = shown.flatMap((change) => {
    const line = cutText(shorten(sentenceOf(change, store, style).slice(0, enough)), longest, style.cut)
    return [line, ...beforeAndAfter(change, wordsOf).map((words) => `    ${shorten(words)}`)]
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
  hide: '~',
  move: '>',
  edit: '~',
  relink: '~',
}

function sentenceOf(change: RecordChange, store: Store, style: Style): string {
  const { do: act, record, why } = change
  const place = record.replace(/,.*/, '')
  return `${words[act]} ${place}  ${why.join(', ')}  ${whatOf(change, store, style)}`
}

function whatOf({ do: act, why, value }: RecordChange, { messageIn, format }: Store, style: Style): string {
  if (act === 'remove') return 'goes'
  if (act === 'hide') return 'stays in the file and is not sent any more'
  if (act === 'move') return why.includes('unreadable') ? 'moves to the start' : 'moves to its call'
  if (act === 'relink') return 'follows another record now'
  if (act === 'edit') return 'is changed'
  const message = value && messageIn(value)?.message
  return message === undefined
    ? 'a new record'
    : `new: ${shortWords(turnLines([message], format).join(' '), style)}`
}

/** The words of a record before and after; a record that is not in the file has none. */
type WordsOf = (record: string) => { readonly before: string; readonly after: string }

function recordWords({ before, bytes }: Mended, store: Store, style: Style): WordsOf {
  const tell = ({ value }: Entry): string => {
    const message = store.messageIn(value)?.message
    return message === undefined ? '' : shortWords(turnLines([message], store.format).join(' '), style)
  }
  const old = new Map(before.entries.map((entry) => [nameOf(entry, store), entry]))
  let fresh: ReadonlyMap<unknown, Entry> | undefined
  return (record) => {
    fresh ??= byIdentity(readRecords(bytes, store).entries, before.entries, store)
    const entry = old.get(record)
    const later = entry && fresh.get(identityOf(entry, store))
    return { before: entry ? tell(entry) : '', after: later ? tell(later) : '' }
  }
}

/** Records by what tells them apart; where they have no ids, none is found once some came or went. */
function byIdentity(
  entries: readonly Entry[],
  before: readonly Entry[],
  store: Store,
): ReadonlyMap<unknown, Entry> {
  const isComparable = store.links !== undefined || entries.length === before.length
  return new Map(isComparable ? entries.map((entry) => [identityOf(entry, store), entry]) : [])
}

function identityOf({ index, value }: Entry, { links }: Store): unknown {
  return links === undefined ? index : (memberAt(value, links.id) ?? Number.NaN)
}

/** The words of a record before and after a change; a change without words has no lines. */
function beforeAndAfter({ do: act, record }: RecordChange, wordsOf: WordsOf): readonly string[] {
  if (act === 'insert' || act === 'relink' || act === 'hide') return []
  const { before, after } = wordsOf(record)
  if (act === 'move') return before === '' ? [] : [`  ${before}`]
  if (act !== 'edit') return before === '' ? [] : [`- ${before}`]
  return before === after ? [] : [`- ${before}`, ...(after === '' ? [] : [`+ ${after}`])]
}
