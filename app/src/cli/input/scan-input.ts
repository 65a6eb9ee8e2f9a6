import {
  type BytesOptions,
  MortiseError,
  type ScannedBytes,
  type SeenBytes,
  scan,
  scanBytes,
} from '@mortise/core'
import { type MendedDocument, mendBytes } from '../../documents/mend.ts'
import { checkNames, choose, failedChoice } from '../documents/choice.ts'
import { given } from '../program/given.ts'
import type { ReadingOptions } from '../program/options.ts'
import { brokenJson, readable, textOf } from './input.ts'
import type { InputSource } from './source.ts'

/** Up to so many bytes a document is parsed in less time than a fresh process takes to set up what reads bytes. */
const quickerParsed = 1 << 21

/** Finds the faults of one document. */
export function scanInput(source: InputSource, bytes: Buffer, options: ReadingOptions): ScannedBytes {
  const isSmall = bytes.length <= quickerParsed && options.reader === undefined
  return isSmall ? scanParsed(source, bytes, options) : ask(source, bytes, options, scanBytes)
}

function scanParsed(source: InputSource, bytes: Buffer, options: ReadingOptions): ScannedBytes {
  const text = textOf(readable(bytes, source))
  const seen = parse(text, source)
  const choice = choose(seen, options)
  return {
    seen,
    choice,
    found: scan(seen, choice.rulebook, given({ tail: options.tail })),
  }
}

function parse(text: string, source: InputSource): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    throw brokenJson(text, source)
  }
}

/** Mends one document. */
export function repairInput(source: InputSource, bytes: Buffer, options: ReadingOptions): MendedDocument {
  return ask(source, bytes, options, mendBytes)
}

type BytesQuestion<Answer> = (bytes: Uint8Array, options: BytesOptions) => Answer

/** Asks core about one document; a failure names the source, and the place of broken JSON in it. */
function ask<Answer extends SeenBytes>(
  source: InputSource,
  bytes: Buffer,
  options: ReadingOptions,
  question: BytesQuestion<Answer>,
): Answer {
  checkNames(options)
  const answer = told(source, bytes, () => question(readable(bytes, source), options))
  // Somebody who names an API is owed the place of the fault, too.
  if (answer.seen === undefined) throw brokenJson(textOf(bytes), source)
  return { ...answer, choice: choose(answer.seen, options) }
}

/** Runs something on bytes, and tells in words of ours why it could not. */
function told<Answer>(source: InputSource, bytes: Buffer, run: () => Answer): Answer {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof MortiseError)) throw error
    throw error.code === 'broken-json' ? brokenJson(textOf(bytes), source) : failedChoice(error)
  }
}
