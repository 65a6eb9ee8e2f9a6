import type { CompactReport, Goal, Size } from '@mortise/core'
import { readCount } from '../program/amounts.ts'
import { CommandError } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { count } from '../screen/printable.ts'
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
  return columns(steps.map((step) => [`  ${step.stage}`, sizes(step.before, step.after, 'to')]))
}

/** One size beside another. */
export function sizes(one: Size, other: Size, word: 'of' | 'to'): string {
  const messages = `${one.messages} ${word} ${count(other.messages, 'message')}`
  return `${messages}, about ${one.tokens} ${word} ${count(other.tokens, 'token')}`
}
