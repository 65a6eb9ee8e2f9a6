import { convert } from '@mortise/core'
import type { PathTask } from '../../http/paths.ts'
import { convertedCount } from '../receive/count.ts'

/** How an answer in one piece is written in the format of the client, as plain data. */
export interface AnswerOrder {
  readonly task: PathTask
  /** The format of the upstream, its API, and the format of the client. */
  readonly from: string
  readonly fromApi: string
  readonly to: string
  /** The names of tools that had to change, each with its new name. */
  readonly names: Readonly<Record<string, string>>
  /** The tools whose input is plain text for the client. */
  readonly plainText: readonly string[]
  readonly model: string | undefined
}

/** An answer in one piece, in the format of the client. Throws where it is none of its format. */
export function answerBytes(bytes: Uint8Array, order: AnswerOrder): Uint8Array {
  const { task, model, ...sides } = order
  const answer: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  const converted =
    task === 'count'
      ? convertedCount(answer, sides.to)
      : convert(answer, { ...sides, as: 'answer', ...(model === undefined ? {} : { model }) }).document
  return Buffer.from(JSON.stringify(converted))
}
