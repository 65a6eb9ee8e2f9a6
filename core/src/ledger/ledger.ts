import { findApi, isShared } from '../choose.ts'
import type { Leaving } from '../engine/arrange/leaving.ts'
import { policyRemedy } from '../engine/context.ts'
import type { Api, Format } from '../model/format.ts'
import { isObject } from '../model/json.ts'
import type { Known } from '../model/known.ts'
import { anyValue, isFormatName, isListOfTexts, ofKind } from '../model/option-checks.ts'
import { badOption, checkOptions, type OptionTable } from '../model/options.ts'
import { MortiseError } from '../model/outcome.ts'
import { checkPolicy, choosePolicy, type Policy } from '../model/policy.ts'
import { speakerOf } from '../model/transcript.ts'
import { type Book, newBook } from './book.ts'
import { type Desk, makeDesk } from './desk.ts'
import { type Heard, hearing } from './heard.ts'
import { openJournal } from './journal.ts'
import type { Ledger, LedgerOptions } from './options.ts'
import { type Header, headerFor, printLine, readLog } from './record.ts'
import { returned } from './run.ts'
import { memorySink, type Sink } from './sink.ts'
import { turnOf } from './turn.ts'
import { viewOf } from './view.ts'

/** Opens a ledger, new or with the log that its sink holds. */
export type OpenLedger = <Message = unknown>(options: LedgerOptions) => Ledger<Message>

/** `openLedger`, for what a door knows. */
export function openLedgerOf(known: Known): OpenLedger {
  return <Message>(options: LedgerOptions): Ledger<Message> => {
    checkOptions('openLedger', options, ledgerOptions, ['api'])
    const { sink = memorySink() } = options
    try {
      return openOn<Message>(sink, options, known)
    } catch (refusal) {
      // Nobody else may have the sink: what was opened for a ledger that there is none of is let go.
      void letGo(sink)
      throw refusal
    }
  }
}

const ledgerOptions: OptionTable = {
  api: anyValue,
  format: isFormatName,
  // A sink is let go where a ledger cannot be opened: it has to be one.
  sink: /* @__PURE__ */ ofKind('one that holds `lines`, and can `write` and `close`', isSink),
  policy: checkPolicy,
  request: /* @__PURE__ */ ofKind('an object, the members of a request', isObject),
}

function isSink(value: unknown): boolean {
  if (!isObject(value)) return false
  const { lines, write, close } = value
  return isListOfTexts(lines) && typeof write === 'function' && typeof close === 'function'
}

async function letGo(sink: Sink): Promise<void> {
  try {
    await sink.close()
  } catch {
    // The refusal of the ledger is what its caller hears of.
  }
}

function openOn<Message>(sink: Sink, options: LedgerOptions, known: Known): Ledger<Message> {
  const log = readLog(sink.lines)
  const api = apiFor(known, options, log.header)
  const policy = choosePolicy(options.policy)
  const leaving = leavingBy(policy)
  const book = newBook(api, leaving)
  const strangers = log.records.filter((record) => !book.enter(record))
  const journal = openJournal(sink)
  if (log.header === undefined) journal.add(printLine(headerFor(api.rulebook.name, api.format.name)))
  const view = viewOf(book, { api, rules: known.rules, policy, leaving, body: options.request })
  const desk = makeDesk(book, journal, view)
  // The writer of this log is gone, and with it the tools that it ran.
  for (const frame of book.open()) desk.stop(frame, 'interrupted')
  return ledgerOf<Message>(api, desk, hearing(api, known.rules, policy), log.skipped + strangers.length)
}

function ledgerOf<Message>({ format }: Api, desk: Desk, heard: Heard, skipped: number): Ledger<Message> {
  const cancel = (): void => {
    for (const frame of desk.book.open()) desk.stop(frame, 'cancelled')
  }
  return {
    // Messages come in as the caller's type, and what the engine makes of them is written in the same format.
    messages: () => desk.view.messages() as Message[],
    request: () => desk.view.request(),
    user(said) {
      const messages =
        typeof said === 'string'
          ? [format.renderTurn('user', { text: said }, lastOf(desk.book))]
          : listOf(said)
      desk.say(heard(messages), true)
      return desk.flush()
    },
    append(said) {
      desk.say(listOf(said), false)
      return desk.flush()
    },
    turn: (said) => turnOf(desk.turn(modelsOf(listOf(said), format)), desk),
    answer(id, value) {
      const slot = desk.find(id)
      return slot !== undefined && desk.end(slot, returned(value))
    },
    cancel,
    flush: () => desk.flush(),
    close: () => desk.close(),
    skipped,
  }
}

/** The last message; new words are written in its style. */
function lastOf({ entries }: Book): unknown {
  return entries.at(-1)?.messages.at(-1)
}

/** One message or several, as a list. */
function listOf(said: unknown): readonly unknown[] {
  const messages: readonly unknown[] = Array.isArray(said) ? said : [said]
  if (messages.length > 0 && messages.every(isObject)) return messages
  throw new MortiseError('bad-message', 'A ledger takes messages, and this is none.', {
    hint: 'Give one message of the API, or a list of them.',
  })
}

/** The same messages, if one of them at least is the model's. */
function modelsOf(messages: readonly unknown[], format: Format): readonly unknown[] {
  const isModels = (message: unknown, at: number): boolean =>
    speakerOf(format.readTurn(message, at, [], [])) === 'model'
  if (messages.some(isModels)) return messages
  // Taken for a turn without calls, it would run no tools, and nobody would know why.
  throw new MortiseError('bad-message', 'A turn is what the model says, and this is not.', {
    hint: 'Give the message in what the API answered; `user` takes what the user says, `append` anything else.',
  })
}

function apiFor(known: Known, { api: wanted, format: named }: LedgerOptions, header?: Header): Api {
  const format = named ?? header?.format
  if (format === undefined && isShared(known, wanted)) {
    throw badOption('`format` has to be named for an API that every format has.')
  }
  // The format of a log is compared below: the ledger tells it in its own words.
  const found = findApi(known, wanted, isShared(known, wanted) ? { format } : {})
  if (!found.ok) throw found.error
  const { name, renderOutput } = found.value.format
  if (format !== undefined && format !== name) {
    throw new MortiseError(
      'api-not-of-format',
      `This ledger is written in \`${format}\`, not in \`${name}\`.`,
      {
        hint: `Open it for an API that speaks ${format}.`,
      },
    )
  }
  if (renderOutput === undefined) throw badOption('`format` has to be one that results can be written in.')
  return found.value
}

/** How unfinished calls go, where they do; a policy that leaves them as they are makes nothing that can be sent. */
function leavingBy(policy: Policy): Leaving['remedy'] | undefined {
  const remedy = policyRemedy(policy, 'call-without-result')
  if (remedy === 'leave') throw badOption('`policy` has to be `keep`, `drop` or `drop-turn`.')
  return remedy === 'drop' || remedy === 'drop-turn' ? remedy : undefined
}
