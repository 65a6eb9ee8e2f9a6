import { type Converted, type ConvertOptions, printJson } from '@mortise/core'
import { convertDocument } from '../../documents/convert.ts'
import { parseJson, readable } from '../input/input.ts'
import { type InputSource, sourceOf } from '../input/source.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation, RunCommand } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { checkNames } from './choice.ts'
import { conversionLines } from './convert-lines.ts'

/** Writes a conversation, an answer or an error of one format as another. */
export const convert: RunCommand = async (invocation) => {
  const { flags, out, story } = invocation
  const source = sourceOf(invocation.words, `${invocation.program} convert`)
  if (flags.batch) return (await import('./batch/batch.ts')).runBatch('convert', source, invocation)
  const options = optionsOf(invocation)
  const document = parseJson(readable(await source.whole(), source), source)
  const made = convertDocument(document, options)
  if (flags.json) out.jsonText(`${printJson(answerOf(source, made))}\n`)
  else out.print(Buffer.from(`${printJson(made.document)}\n`))
  story.tell(conversionLines(made, story.style))
  return made.isSound ? exits.sound : exits.faults
}

function optionsOf({ flags, program }: Invocation): ConvertOptions {
  const { to, from, api, as, policy, model, 'words-into-results': wordsIntoResults } = flags
  if (to === undefined)
    throw new CommandError('usage', '`convert` needs `--to FORMAT`.', `${program} formats`)
  checkNames({ api, format: to })
  checkNames({ format: from })
  const kind = as === 'document' || as === 'session' ? undefined : as
  return { to, from, api, policy, model, wordsIntoResults, as: kind }
}

function answerOf(source: InputSource, { document, report, as, from, to }: Converted): object {
  const place = source.path === undefined ? {} : { path: source.path }
  const target = { kind: 'document', ...place, ...from }
  return { ...answerHead('convert', target), as, from, to, document, ...report }
}
