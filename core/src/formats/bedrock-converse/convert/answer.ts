import type { ReadTask, WriteTask } from '../../../model/converter.ts'
import { isObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralAnswer } from '../../../model/neutral-answer.ts'
import { loseCounts, loseStopSequence } from '../../losses.ts'
import { ownOf, withOwn } from '../../own-members.ts'
import { held } from '../blocks.ts'
import { origin } from './origin.ts'
import { readBlocks } from './read-blocks.ts'
import { readStop, writeStop } from './stop-reason.ts'
import { readUsage, uncounted, usageMembers, writeUsage } from './usage.ts'
import { writeBlocks } from './write-blocks.ts'
import { writingOf } from './writing.ts'

const answerMembers: ReadonlySet<string> = new Set(['output', 'stopReason', 'usage'])
const outputMembers: ReadonlySet<string> = new Set(['message'])
const messageMembers: ReadonlySet<string> = new Set(['role', 'content'])

/** Reads an answer. */
export function readAnswer(document: unknown, task: ReadTask): NeutralAnswer {
  const answer = isObject(document) ? document : {}
  const message = held(held(answer, 'output'), 'message')
  const usage = readUsage(answer.usage)
  const word = nonEmpty(answer.stopReason)
  const own = ownOf(
    origin,
    [answer, answerMembers],
    [answer.usage, usageMembers, 'usage'],
    [answer.output, outputMembers, 'output'],
    [message, messageMembers, 'output', 'message'],
  )
  return {
    as: 'answer',
    parts: readBlocks(message.content, ['output', 'message', 'content'], task.provider),
    stop: readStop(word),
    ...(word !== undefined && { stopWord: word }),
    ...(usage && { usage }),
    ...(own && { own }),
  }
}

/** Writes an answer. */
export function writeAnswer(answer: NeutralAnswer, task: WriteTask): unknown {
  const { stop, stopWord: word } = answer
  loseStopSequence(answer, task)
  loseCounts(answer.usage, uncounted, task)
  const writing = writingOf(task, true)
  const content = answer.parts.flatMap((part) => writeBlocks(part, writing))
  // The source's own word, where it is one of this format and says the same.
  const isOwnWord = word !== undefined && stop !== 'unknown' && readStop(word) === stop
  const made = {
    output: { message: { role: 'assistant', content } },
    stopReason: isOwnWord ? word : writeStop(stop),
    usage: writeUsage(answer.usage),
  }
  return withOwn(made, answer.own, origin)
}
