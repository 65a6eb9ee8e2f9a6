import {
  type Disk,
  type DiskOutcome,
  type Reversal,
  type Reversed,
  readLog,
  redo,
  restore,
  undo,
} from '../disk/index.ts'
import { writersOf } from '../sessions/judge.ts'
import { pick } from '../sessions/pick.ts'
import { canStandBehind } from '../stores/standing.ts'
import { answerHead } from './answer.ts'
import type { Invocation, Run } from './command.ts'
import { CommandError, exits } from './failure.ts'
import { tellForeignJournal } from './log-notes.ts'
import { must } from './must.ts'
import { count, printable } from './printable.ts'
import { quote } from './program.ts'
import { samePlace } from './same-place.ts'
import { chooseSession } from './session-choice.ts'
import { nearHome } from './session-names.ts'
import { findAll, type Ward, wardOf } from './ward.ts'
import { pasted } from './wrap.ts'

type Act = 'undo' | 'redo' | 'restore'

/** Takes the newest change of a session back, or the one named. */
export const undoCommand: Run = (invocation) => reverse(invocation, 'undo', undo)

/** Takes the newest undo back. */
export const redoCommand: Run = (invocation) => reverse(invocation, 'redo', redo)

/** Gives a session the bytes from before an operation, whatever came since. */
export const restoreCommand: Run = (invocation) => {
  const { words, flags } = invocation
  const [id] = words
  if (id === undefined)
    throw new CommandError('usage', '`restore` needs an operation.', `mortise log${samePlace(flags)}`)
  return reverse(invocation, 'restore', (disk, request) => restore(disk, { ...request, id }))
}

type Step = (disk: Disk, request: Reversal) => Promise<DiskOutcome<Reversed>>

async function reverse(invocation: Invocation, act: Act, step: Step): Promise<number> {
  const { flags, words, out, program } = invocation
  if (words.length > 1)
    throw new CommandError('usage', `\`${act}\` takes one operation.`, `mortise log${samePlace(flags)}`)
  const ward = wardOf(flags)
  tellForeignJournal(invocation, ward)
  const request: Reversal = {
    command: act,
    ...(act === 'restore' ? {} : whichOf(invocation, ward)),
    allow: flags.force ? ['other-owner', 'hard-linked', 'changed'] : [],
    writersOf: (path) => {
      const [found] = ward.findIn([path]).found
      // A document has no agent: one that was saved a moment ago is at rest.
      return found === undefined ? { recentMs: 0 } : writersOf(found, ward.judge.look(found).judged)
    },
    canStand: (path, { earlier, current, appended }) => {
      const [found] = ward.findIn([path]).found
      return found === undefined || canStandBehind(found.store, earlier, current, appended)
    },
  }
  const done = must(await step(ward.disk, request))
  if (flags.json) {
    const target = { kind: 'session', path: done.path }
    const { operation, reverted, grown, print } = done
    out.json({ ...answerHead(act, target), operation, reverted, grown, print })
    return exits.sound
  }
  const home = samePlace(flags)
  const back = act === 'undo' ? 'redo' : `undo ${quote(takenBackBy(act, done, ward))}`
  const word = act === 'undo' ? 'redo' : 'undo'
  out.tell(
    `${out.look.paint('green', out.look.good)} ${sentenceOf(act, done, ward.home.folder)}`,
    pasted(`  ${word}: `, `${program} ${back}${home}`),
  )
  return exits.sound
}

/** The operation whose undo takes this back: what was done again is undone as it was the first time. */
function takenBackBy(act: Act, { operation, reverted }: Reversed, { disk }: Ward): string {
  if (act !== 'redo') return operation
  const { operations } = must(readLog(disk))
  return operations.find(({ op }) => op === reverted)?.reverts ?? operation
}

/** The operation that a word names, or the session whose newest one is meant. */
function whichOf(invocation: Invocation, ward: Ward): Pick<Reversal, 'id' | 'path'> {
  const [word] = invocation.words
  if (word === undefined) return {}
  const { operations } = must(readLog(ward.disk))
  if (operations.some(({ op }) => op.startsWith(word))) return { id: word }
  const ofFile = operations.find(({ path }) => path === word)
  if (ofFile !== undefined) return { path: word }
  // Sessions may be called like operations: those that there are go before operations that there are not.
  const isSession = pick(findAll(ward).found, ward.judge, word).length > 0
  if (/^[0-9a-f]{8}$/.test(word) && !isSession) return { id: word }
  return { path: chooseSession(invocation, ward, word).target.path }
}

function sentenceOf(act: Act, { path, reverted, print, grown }: Reversed, home: string): string {
  const name = printable(nearHome(path, home))
  if (print === null) return `${name} is gone again`
  const kept = grown > 0 ? `; ${count(grown, 'byte')} written since stay behind them` : ''
  if (act === 'redo') return `${name} is changed again as before the undo ${reverted}${kept}`
  return `${name} holds the bytes from before ${reverted} again, checksum compared${kept}`
}
