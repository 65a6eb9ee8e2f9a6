import type { CompactReport, Goal, Size } from '@mortise/core'
import { readCount } from '../program/amounts.ts'
import { CommandError } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { count, grouped } from '../screen/printable.ts'
import { columns } from '../screen/table.ts'

/** How small it must be, as the flags say. */
export function goalOf({ budget, fraction }: Flags, command: string): Goal {
  const example = `${command} conversation.json --budget 100k`
  if ((budget === undefined) === (fraction === undefined))
    throw new CommandError('usage', 'Say how small it must be: by `--budget` or by `--fraction`.', example)
  if (budget !== undefined) {
    const tokens = readCount(budget)
    if (tokens === undefined)
      throw new CommandError(
        'usage',
        `\`${budget}\` is no number of tokens: it takes 100000 or 100k.`,
        example,
      )
    return { budget: tokens }
  }
  const share = /^(?:\d*\.\d+|\d+\.?)$/.test(fraction ?? '') ? Number(fraction) : Number.NaN
  if (!(share >= 0 && share <= 1))
    throw new CommandError(
      'usage',
      `\`${fraction}\` is no share: it takes a number from 0 to 1.`,
      `${command} conversation.json --fraction 0.5`,
    )
  return { fraction: share }
}

/** The sizes before and after each stage that changed something. */
export function stageLines({ stages }: CompactReport): readonly string[] {
  const steps = stages.filter(
    (step) => step.after.tokens < step.before.tokens || step.after.messages < step.before.messages,
  )
  return columns(steps.map((step) => [`  ${step.stage}`, shrunk(step.before, step.after)]))
}

/** One size and a later one: `1,584 to 90 tokens, 10 to 8 messages`. */
export function shrunk(before: Size, after: Size): string {
  const isSame = before.tokens === after.tokens
  const tokens = `${isSame ? '' : `${grouped(before.tokens)} to `}${count(after.tokens, 'token')}`
  if (before.messages === after.messages) return tokens
  return `${tokens}, ${grouped(before.messages)} to ${count(after.messages, 'message')}`
}

/** The sizes of a conversation before and after, the number of its repairs, and the budget. */
export function sizeSentence({ before, after }: CompactReport, { budget }: Goal, repairs: number): string {
  const isSame = before.tokens === after.tokens && before.messages === after.messages
  const size = (each: Size): string =>
    before.messages === after.messages ? '' : ` (${count(each.messages, 'message')})`
  const was = `was ${count(before.tokens, 'token')}${size(before)}, is ${grouped(after.tokens)}${size(after)}`
  const mended = repairs === 0 ? '' : ` after ${count(repairs, 'repair')}`
  const limit = budget === undefined ? '' : `; the budget is ${grouped(budget)}`
  return `${isSame ? `is ${count(after.tokens, 'token')}` : was}${mended}${limit}`
}
