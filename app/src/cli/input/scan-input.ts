import {
  type BytesOptions,
  MortiseError,
  type RepairedBytes,
  repairBytes,
  type ScannedBytes,
  type SeenBytes,
  scan,
  scanBytes,
} from '@mortise/core'
import { checkNames, choose, failedChoice } from '../documents/choice.ts'
import type { Flags } from '../program/flags.ts'
import { given } from '../program/given.ts'
import { readerOption } from '../program/reader-name.ts'
import { brokenJson, readable, textOf } from './input.ts'
import type { Source } from './source.ts'

/** Up to so many bytes a document is parsed in less time than a fresh process takes to set up what reads bytes. */
const quickerParsed = 1 << 21

/** Looks at one document for faults. */
export function scanInput(source: Source, bytes: Buffer, flags: Flags): ScannedBytes {
  const isSmall = bytes.length <= quickerParsed && readerOption().reader === undefined
  return isSmall ? scanParsed(source, bytes, flags) : look(source, bytes, flags, scanBytes)
}

function scanParsed(source: Source, bytes: Buffer, flags: Flags): ScannedBytes {
  const text = textOf(readable(bytes, source))
  const seen = parse(text, source)
  const choice = choose(seen, flags)
  return {
    seen,
    choice,
    found: scan(seen, choice.rulebook, given({ tail: flags.tail })),
  }
}

function parse(text: string, source: Source): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    throw brokenJson(text, source)
  }
}

/** Looks at one document and mends it. */
export function repairInput(source: Source, bytes: Buffer, flags: Flags): RepairedBytes {
  return look(source, bytes, flags, repairBytes)
}

type Ask<Answer> = (bytes: Uint8Array, options: BytesOptions) => Answer

function look<Answer extends SeenBytes>(
  source: Source,
  bytes: Buffer,
  flags: Flags,
  ask: Ask<Answer>,
): Answer {
  checkNames(flags)
  const answer = told(source, bytes, () => ask(readable(bytes, source), readerOptions(flags)))
  // Somebody who names an API is owed the place of the fault, too.
  if (answer.seen === undefined) throw brokenJson(textOf(bytes), source)
  return { ...answer, choice: choose(answer.seen, flags) }
}

/** Runs something on bytes, and tells in words of ours why it could not. */
function told<Answer>(source: Source, bytes: Buffer, run: () => Answer): Answer {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof MortiseError)) throw error
    throw error.code === 'broken-json' ? brokenJson(textOf(bytes), source) : failedChoice(error)
  }
}

/** The options of a reader of bytes, by the flags. */
export function readerOptions({ api, format, policy, tail }: BytesWishes): BytesOptions {
  return { ...readerOption(), ...given({ api, format, policy, tail }) }
}

type BytesWishes = { readonly [Name in 'api' | 'format' | 'policy' | 'tail']?: Flags[Name] | undefined }
