import { describeRule, type Format, type Part } from '@mortise/core'
import { type DiskOutcome, outcomeOf, valueIn } from '../disk/index.ts'
import type { SessionContext } from '../sessions/find/context.ts'
import type { JudgedSession } from '../sessions/judge/judge.ts'
import { titleOf } from '../sessions/judge/verdict.ts'
import { mendRewrite, planRewrite } from '../sessions/rewrite/rewrite.ts'
import { type Conversation, conversationsOf, type ShownTurn } from '../sessions/view/conversations.ts'
import { partText } from '../sessions/view/part-text.ts'
import { textsIn } from '../sessions/view/record-texts.ts'
import type { SessionFinding } from '../stores/contract/coping.ts'
import { tag, text } from './html.ts'
import { style } from './style.ts'

/** One session as a file of HTML that needs nothing else: its faults, the plan that mends them, and every turn. */
export function reportOf(context: SessionContext, session: JudgedSession): DiskOutcome<string> {
  return outcomeOf({ verb: 'read', path: session.target.path, exit: 4 }, () => {
    const conversations = valueIn(conversationsOf(context, session))
    const name = titleOf(session) ?? session.verdict?.id ?? session.target.name
    const body = [
      tag('h1', {}, text(name)),
      factsOf(session),
      findingsOf(session.verdict?.found ?? []),
      planOf(context, session),
      ...conversations.map((each) => conversationOf(each, session)),
    ]
    const head = [
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      // Nothing in the file may act or ask anybody, whatever a session holds.
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      tag('title', {}, text(`mortise: ${name}`)),
      `<style>${style}</style>`,
    ]
    return `<!doctype html>\n<html lang="en">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body.join('\n')}\n</body>\n</html>\n`
  })
}

function factsOf({ store, verdict, target }: JudgedSession): string {
  const facts = [store.title, verdict?.api, verdict?.id, verdict?.folder, target.name]
  return tag(
    'p',
    { class: 'facts' },
    facts.flatMap((each) => (each === undefined ? [] : text(each))).join(' · '),
  )
}

function findingsOf(found: readonly SessionFinding[]): string {
  if (found.length === 0) return tag('p', { class: 'good' }, '✓ nothing will be refused')
  const items = found.map(({ rule, severity, message, says, record }) => {
    const said = says === undefined ? '' : tag('q', {}, text(says))
    const place = record === undefined ? '' : tag('b', {}, text(record))
    return tag('li', { class: severity }, `${place} ${tag('code', {}, text(rule))} ${text(message)} ${said}`)
  })
  return `${tag('h2', {}, 'Findings')}\n${tag('ul', { class: 'findings' }, items.join('\n'))}`
}

function planOf({ disk }: SessionContext, session: JudgedSession): string {
  const plan = planRewrite(disk, session, mendRewrite({ command: 'repair', mendsCoped: true }))
  if (!plan.ok || plan.value.changes.length === 0) return ''
  const textsOf = textsIn(plan.value)
  const items = plan.value.changes.map((change) => {
    const { before, after } = textsOf(change)
    const why = change.why.map((rule) => `${tag('code', {}, text(rule))} ${text(describeRule(rule).title)}`)
    const out = before === '' || before === after ? '' : tag('del', {}, text(before))
    const put = after === '' || before === after ? '' : tag('ins', {}, text(after))
    return tag('li', {}, `<b>${change.do}</b> ${text(change.record)} ${why.join(' ')} ${out}${put}`)
  })
  return `${tag('h2', {}, 'Plan')}\n${tag('ol', { class: 'plan' }, items.join('\n'))}`
}

function conversationOf({ lane, turns, joints }: Conversation, session: JudgedSession): string {
  const numbers = new Map<string, number>()
  for (const { number, call, result } of joints)
    for (const place of [call, result])
      if (place !== undefined && number !== undefined) numbers.set(`${place.turn} ${place.part}`, number)
  const found = new Map<number, SessionFinding[]>()
  for (const finding of session.verdict?.found ?? []) {
    const [record] = finding.at
    if (typeof record === 'number') found.set(record, [...(found.get(record) ?? []), finding])
  }
  const { format } = session.store
  const rows = turns.map((turn, index) => turnOf(turn, index, numbers, found.get(turn.record) ?? [], format))
  return `<details open><summary><h2>${text(lane.name)} (${turns.length})</h2></summary>\n${rows.join('\n')}\n</details>`
}

function turnOf(
  { speaker, line, parts }: ShownTurn,
  index: number,
  numbers: ReadonlyMap<string, number>,
  found: readonly SessionFinding[],
  format: Format,
): string {
  const boxes = parts.map((part, position) => partOf(part, numbers.get(`${index} ${position}`), format))
  const faults = found.map(({ rule, message, says }) =>
    tag(
      'p',
      { class: 'fault' },
      `${tag('code', {}, text(rule))} ${text(message)} ${says === undefined ? '' : tag('q', {}, text(says))}`,
    ),
  )
  const head = tag('h3', {}, `${speaker} <small>${line}</small>`)
  return tag('article', found.length > 0 ? { class: 'broken' } : {}, [head, ...boxes, ...faults].join('\n'))
}

function partOf(part: Part, number: number | undefined, format: Format): string {
  const words = partText(part, format)
  if (part.kind === 'text') return tag('p', { class: 'text', dir: 'auto' }, text(words))
  const name = 'name' in part && part.name !== undefined ? ` ${tag('b', {}, text(part.name))}` : ''
  const made = part.kind === 'result' && part.isSynthetic ? ' (made by a repair)' : ''
  const badge = number === undefined ? '' : `<i>${number}</i> `
  return tag(
    'div',
    { class: part.kind },
    `<p>${badge}${part.kind}${name}${made}</p>${tag('pre', {}, text(words))}`,
  )
}
