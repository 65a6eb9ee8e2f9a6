import type { Frame, Joint, Pairs } from '../../core/src/model/joint.ts'
import type { Layout } from '../../core/src/model/rulebook.ts'
import type { Part, Speaker, Turn } from '../../core/src/model/transcript.ts'

/**
 * Reads a conversation from one line per turn: who speaks, then the parts.
 *
 *     model a b=read -    three calls: ids `a` and `b`, the second of the tool `read`; the third has no id
 *     user a! 'hi' *      a stand-in for the result `a`, a text, a picture
 *     tool a=read         a turn that is itself a result
 *
 * `<a` is a call and `>a` a result, whoever speaks; `a?` is excused, `@a` an id in the wrong member, `~`
 * reasoning, `|` a mark that says nothing, `[h` and `h]` the halves of a hosted tool. `model+` asks to be continued,
 * `model×` was cut off, `model#i` is the item `i`, `model%m` a piece of the answer `m`.
 */
export function turnsOf(lines: readonly string[]): Turn[] {
  return lines.map((line, index) => {
    const [head = '', ...tokens] = line.match(/'[^']*'|\S+/g) ?? []
    const speaker = head.replace(/[#%+×].*$/, '') as Speaker
    const parts = tokens.map((token, place) => partOf(token, place, speaker))
    return {
      speaker,
      role: head,
      shape: speaker === 'tool' ? 'self' : 'list',
      parts,
      index,
      raw: undefined,
      itemId: head.split('#')[1],
      ...(head.includes('%') ? { answer: head.split('%')[1] as string } : {}),
      vacant: false,
      isPrefix: head.endsWith('+'),
      isAborted: head.endsWith('×'),
    }
  })
}

function partOf(token: string, index: number, speaker: Speaker): Part {
  const held = { list: 'content', index, raw: token }
  if (token.startsWith("'")) return { ...held, kind: 'text', text: token.slice(1, -1) }
  if (token === '*') return { ...held, kind: 'media' }
  if (token === '|') return { ...held, kind: 'other', isReadable: true, isSilent: true }
  if (token === '~') return { ...held, kind: 'reasoning', sealed: false, signed: true }
  if (token.startsWith('[')) return { ...held, kind: 'hosted', half: 'call', id: hostedId(token.slice(1)) }
  if (token.endsWith(']'))
    return { ...held, kind: 'hosted', half: 'result', id: hostedId(token.slice(0, -1)) }
  const isCall = token.startsWith('<') || (speaker === 'model' && !token.startsWith('>'))
  const [spelled = '', name] = token.replace(/^[<>]/, '').split('=')
  const plain = spelled.replace(/[!?]$/, '')
  const id = plain === '-' || plain.startsWith('@') ? undefined : plain
  const shared = { ...held, id, name, tool: 'function' }
  if (isCall)
    return {
      ...shared,
      kind: 'call',
      arguments: {},
      form: 'object',
      signed: false,
      excused: spelled.endsWith('?'),
    }
  return {
    ...shared,
    kind: 'result',
    ...(plain.startsWith('@') ? { alias: plain.slice(1) } : {}),
    content: token,
    isError: false,
    isEmpty: false,
    isNull: false,
    hasMedia: false,
    isSynthetic: spelled.endsWith('!'),
  }
}

function hostedId(spelled: string): string | undefined {
  return spelled === '-' ? undefined : spelled
}

/** Writes turns as they are read; `made` stands before one that the draft made. */
export function printTurns(turns: readonly Turn[]): string[] {
  return turns.map(({ role, index, parts }) => {
    const tokens = parts.map((part) => (part.kind === 'text' ? `'${part.text}'` : String(part.raw)))
    return [...(index < 0 ? ['made'] : []), role, ...tokens].join(' ')
  })
}

/** A layout that demands everything, changed as given. */
export function layoutOf(changes: Partial<Layout> = {}): Layout {
  return {
    merges: false,
    answers: 'next',
    lead: true,
    together: 'must',
    callsLast: true,
    unique: 'request',
    ...changes,
  }
}

/**
 * Each call by its place, with the place of its result and how that was found: `1.0→2.0 id`, or `1.0 open`,
 * or `1.0 excused`.
 */
export function printJoints({ joints }: Pairs): string[] {
  return joints.map((joint) => {
    const call = placeOf(joint.turn, joint.call)
    if (joint.result === undefined || joint.home === undefined)
      return `${call} ${joint.call.excused || joint.isRepeat ? 'excused' : 'open'}`
    return `${call}→${placeOf(joint.home, joint.result)} ${joint.how}`
  })
}

/** Each result without a call by its place, its fate, and the call that it repeats: `2.1 duplicate 1.0`. */
export function printStrays({ strays }: Pairs): string[] {
  return strays.map(({ turn, result, fate, of }) => {
    const repeated = of === undefined ? '' : ` ${placeOf(of.turn, of.call)}`
    return `${placeOf(turn, result)} ${fate}${repeated}`
  })
}

/** A frame as the positions of its run and of its region, and its calls: `1-2-4 a b`. */
export function printFrame({ start, end, regionEnd, joints }: Frame): string {
  return [`${start}-${end}-${regionEnd}`, ...joints.map(idOf)].join(' ')
}

/** The id of a call, or its place where it has none. */
export function idOf({ call, turn }: Joint): string {
  return call.id ?? placeOf(turn, call)
}

/** Where a part stands: its turn and its position there. */
export function placeOf(turn: Turn, part: Part): string {
  return `${turn.index}.${part.index}`
}
