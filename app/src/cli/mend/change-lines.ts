import { type TextsOf, textsIn } from '../../sessions/view/record-texts.ts'
import type { RecordChange } from '../../stores/changes/record-changes.ts'
import type { OpenedSession } from '../../stores/check/check.ts'
import { nameOf } from '../../stores/check/findings.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { cutText } from '../screen/cut-text.ts'
import { count } from '../screen/printable.ts'
import { shortener } from '../screen/short-ids.ts'
import { shortWords } from '../screen/short-words.ts'
import { listed, type Style } from '../screen/style.ts'

const most = 12
const longest = 160
// Ids are made shorter before a line is cut; of a text of megabytes nobody needs to look at more.
const enough = 1000

/** The changes of the records of a session, one a line, and the number of records that stay as they are. */
export function changeLines(mended: Mended, style: Style): readonly string[] {
  const { before, changes } = mended
  const shorten = shortener(
    before.found.flatMap(({ calls }) => calls),
    style.cut,
  )
  const textsOf = textsIn(mended)
  const wordsOf: TextsOf = (change) => {
    const { before, after } = textsOf(change)
    return { before: shortWords(before, style), after: shortWords(after, style) }
  }
  const { shown, more } = listed(changes, most, style, 'add --dry-run | less to see them')
  const lines = shown.flatMap((change) => {
    const line = cutText(shorten(sentenceOf(change, wordsOf).slice(0, enough)), longest, style.cut)
    return [line, ...beforeAndAfter(change, wordsOf).map((words) => `    ${shorten(words)}`)]
  })
  return [...lines, ...more, `= ${count(untouched(before, changes), 'other record')} kept byte for byte`]
}

/** How many records keep their bytes; what cannot be read is none of them. */
function untouched({ entries, store }: OpenedSession, changes: readonly RecordChange[]): number {
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

function sentenceOf(change: RecordChange, wordsOf: TextsOf): string {
  const { do: act, record, why } = change
  const place = record.replace(/,.*/, '')
  return `${words[act]} ${place}  ${why.join(', ')}  ${fateOf(change, wordsOf)}`
}

/** The sentence about the record of a change, without its subject. */
function fateOf(change: RecordChange, wordsOf: TextsOf): string {
  const { do: act, why } = change
  if (act === 'remove') return 'goes'
  if (act === 'hide') return 'stays in the file and is not sent any more'
  if (act === 'move') return why.includes('unreadable') ? 'moves to the start' : 'moves to its call'
  if (act === 'relink') return 'follows another record now'
  if (act === 'edit') return 'is changed'
  const { after } = wordsOf(change)
  return after === '' ? 'a new record' : `new: ${after}`
}

/** The words of a record before and after a change; a change without words has no lines. */
function beforeAndAfter(change: RecordChange, wordsOf: TextsOf): readonly string[] {
  const { do: act } = change
  if (act === 'insert' || act === 'relink' || act === 'hide') return []
  const { before, after } = wordsOf(change)
  if (act === 'move') return before === '' ? [] : [`  ${before}`]
  if (act !== 'edit') return before === '' ? [] : [`- ${before}`]
  return before === after ? [] : [`- ${before}`, ...(after === '' ? [] : [`+ ${after}`])]
}
