import type { Part, Turn } from '@mortise/core'

type Call = Extract<Part, { readonly kind: 'call' }>
type Result = Extract<Part, { readonly kind: 'result' }>

/** A part of a conversation, by the positions of its turn and of the part in it. */
interface PartPlace {
  readonly turn: number
  readonly part: number
}

/** A call and its result; a call may have none, and a result may have no call. */
export interface Joint {
  /** Calls are counted from 1, in the order of the conversation; a result without a call has no number. */
  readonly number: number | undefined
  readonly id: string
  readonly call: PartPlace | undefined
  readonly result: PartPlace | undefined
}

type Half<Part> = PartPlace & { readonly half: Part }

/**
 * Ties the calls and results of a conversation for the eye: by id, the first open call first; a result that stands
 * before its call is tied last. Nothing is judged by it.
 */
export function jointsOf(turns: readonly Pick<Turn, 'parts'>[]): readonly Joint[] {
  const calls: Half<Call>[] = []
  const answers = new Map<Half<Call>, PartPlace>()
  const open = new Map<string, Half<Call>[]>()
  const loose: Half<Result>[] = []
  turns.forEach(({ parts }, turn) => {
    parts.forEach((half, part) => {
      if (half.kind === 'call') {
        const call = { turn, part, half }
        calls.push(call)
        // A call that holds its own result is its own end.
        if (half.isInline && half.excused) {
          answers.set(call, { turn, part })
          return
        }
        const key = keyOf(half)
        const same = open.get(key)
        if (same === undefined) open.set(key, [call])
        else same.push(call)
      } else if (half.kind === 'result') {
        const call = open.get(keyOf(half))?.shift()
        if (call === undefined) loose.push({ turn, part, half })
        else answers.set(call, { turn, part })
      }
    })
  })
  const alone: Joint[] = []
  for (const { turn, part, half } of loose) {
    const call = open.get(keyOf(half))?.shift()
    if (call !== undefined) answers.set(call, { turn, part })
    else alone.push({ number: undefined, id: half.id ?? '', call: undefined, result: { turn, part } })
  }
  const joints = calls.map((call, index): Joint => {
    const { turn, part, half } = call
    return { number: index + 1, id: half.id ?? '', call: { turn, part }, result: answers.get(call) }
  })
  return [...joints, ...alone]
}

/** The id, or for calls without ids the name of the tool. */
function keyOf({ id, name }: Call | Result): string {
  return id === undefined || id === '' ? `name ${name ?? ''}` : `id ${id}`
}
