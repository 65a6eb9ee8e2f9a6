import { removedReasoning } from '../engine/binding/loosened.ts'
import { isBinding } from '../engine/binding/loosened-by.ts'
import { repairTask } from '../engine/repair.ts'
import type { Repair, Task } from '../engine/task.ts'
import type { Binding } from '../model/binding.ts'
import type { Api } from '../model/format.ts'
import type { Policy } from '../model/policy.ts'
import { binds } from './binds.ts'
import { changeIn, earlier } from './change.ts'
import {
  type ChangedConversation,
  type ConversationNote,
  type Conversations,
  type MemoryBytes,
  newConversations,
} from './conversations.ts'
import { blocksAfter, changeBefore, looseIn, sentAt } from './loose.ts'
import { digestPart, trailOf } from './trail.ts'
import { newlyWithdrawn, noteWithdrawn, withdrawalsIn } from './withdrawals.ts'

/**
 * Remembers conversations whose past a repair changed, for APIs that bind reasoning to the past.
 *
 * A repair that knows nothing of earlier ones takes out all reasoning after its first change, also what the model
 * has made since, for the conversation as it was repaired. One that remembers takes out the same blocks as before
 * and leaves the newer ones, also once the history has become sound.
 */
export interface BindingMemory {
  /** Repairs a request that is about to be sent. Called by the doors that are given a memory. */
  repair(task: Task, policy: Policy): Repair
  /** Whether a request may be of a conversation that was changed; a quick look, at a whole document or a sketch of it. */
  mayKnow(api: Api, document: unknown, form?: 'whole' | 'sketch'): boolean
  /** The same conversations, for requests that ask the API itself to drop what does not fit: nothing is taken out. */
  readonly keeping: BindingMemory
  /**
   * The same, for those requests alone that a test holds for.
   *
   * `mayTake`: the denied tools that a turn may take from the model, if the API knows such turns.
   */
  keepingWhere(isKept: (document: unknown) => boolean, mayTake?: (tool: string) => boolean): BindingMemory
  /** The same, for requests that are not sent to the model, such as a count of tokens: nothing is noted. */
  readonly looking: BindingMemory
  /** The same, for a request that the API has refused: all reasoning from that part on goes, or all reasoning. */
  afterRefusal(at?: PartPosition): BindingMemory
  /** The conversations of one client among several. */
  of(client: string): BindingMemory
  /** Takes over the changes that another process remembered: the next request of a conversation may come here. */
  learn(note: ConversationNote): void
}

/** A part, by the position of its turn and its own position there. */
export interface PartPosition {
  readonly turn: number
  readonly part: number
}

/** Room for some thousand requests and blocks of a conversation, and for some dozen such conversations of a client. */
const usual: MemoryBytes = { conversation: 1 << 20, client: 32 << 20 }

/**
 * A memory of conversations; `limit`: how many are kept, `bytes`: how large they may be. The oldest go first.
 *
 * `tell` hears of every change, as a note that memories of other processes learn from.
 */
export function bindingMemory(
  limit = 10_000,
  bytes: MemoryBytes = usual,
  tell?: (note: ConversationNote) => void,
): BindingMemory {
  return new Memory(newConversations(limit, bytes, tell), { client: '' })
}

/** How a memory is used. */
interface MemoryUse {
  readonly client: string
  readonly keeps?: (document: unknown) => boolean
  readonly mayTake?: ((tool: string) => boolean) | undefined
  readonly looks?: boolean
  readonly refused?: { readonly at: PartPosition | undefined }
}

/** A class: V8 keeps an object literal with a getter, and all that it closes over, until a full collection. */
class Memory implements BindingMemory {
  private readonly conversations: Conversations
  private readonly use: MemoryUse

  constructor(conversations: Conversations, use: MemoryUse) {
    this.conversations = conversations
    this.use = use
  }

  private with(more: Partial<MemoryUse>): BindingMemory {
    return new Memory(this.conversations, { ...this.use, ...more })
  }

  repair(task: Task, policy: Policy): Repair {
    if (!isBinding(task, policy)) return repairTask(task, policy)
    const { conversations, use } = this
    const known = conversations.find(use.client, task.api.format, task.document)
    if (use.refused !== undefined) return repairRefused(conversations, use, task, policy, known)
    return known === undefined
      ? repairFirst(conversations, use, task, policy)
      : repairAgain(conversations, use, task, policy, known)
  }

  mayKnow(api: Api, document: unknown, form: 'whole' | 'sketch' = 'whole'): boolean {
    const { conversations, use } = this
    const isAny = use.refused !== undefined
    if ((conversations.isEmpty() && !isAny) || !binds(api, document)) return false
    return isAny || form === 'sketch' || conversations.mayHold(api.format, document)
  }

  get keeping(): BindingMemory {
    return this.with({ keeps: () => true })
  }

  keepingWhere(keeps: (document: unknown) => boolean, mayTake?: (tool: string) => boolean): BindingMemory {
    return this.with({ keeps, mayTake })
  }

  get looking(): BindingMemory {
    return this.with({ looks: true })
  }

  afterRefusal(at?: PartPosition): BindingMemory {
    return this.with({ refused: { at } })
  }

  of(client: string): BindingMemory {
    return this.with({ client })
  }

  learn(note: ConversationNote): void {
    this.conversations.learn(note)
  }
}

function repairFirst(conversations: Conversations, use: MemoryUse, task: Task, policy: Policy): Repair {
  const { document, api } = task
  const repair = repairTask(use.keeps?.(document) ? keeping(use, task) : task, policy)
  const changed = changeIn(api.format, document, repair.document)
  if (changed === undefined) return repair
  if (use.looks !== true) {
    const made = conversations.add(use.client, api.format, document, changed.change, changed.isHead)
    note(made, task, repair, removedReasoning(api.format, document, repair.document).map(digestPart))
    noteWithdrawn(made, task, repair.document)
    conversations.confine(made)
  }
  return remembered(task, repair)
}

function repairAgain(
  conversations: Conversations,
  use: MemoryUse,
  task: Task,
  policy: Policy,
  known: ChangedConversation,
): Repair {
  const { document, api } = task
  const keeps = use.keeps?.(document)
  const first = repairTask(keeps ? keeping(use, task, known) : losing(task, known.removed), policy)
  const changed = changeIn(api.format, document, first.document)
  const change = earlier(known.change, changed?.change)
  const loose = keeps ? none : looseIn(api.format, document, first.document, known, change)
  const gone = new Set([...known.removed, ...loose])
  const repair = loose.size === 0 ? first : repairTask(losing(task, gone), policy)
  if (use.looks !== true) {
    note(known, task, repair, loose)
    noteWithdrawn(known, task, repair.document)
    if (changed?.isHead === true) known.isHeadEdited = true
    conversations.confine(known)
  }
  return remembered(task, repair)
}

function repairRefused(
  conversations: Conversations,
  { client, refused }: MemoryUse,
  task: Task,
  policy: Policy,
  found: ChangedConversation | undefined,
): Repair {
  const { document, api } = task
  const at = refused?.at
  const change = at === undefined ? start : changeBefore(api.format, document, at.turn, at.part)
  const known = found ?? conversations.add(client, api.format, document, change, false)
  known.change = earlier(known.change, change)
  const gone = new Set([...known.removed, ...blocksAfter(api.format, document, change)])
  const repair = repairTask(losing(task, gone), policy)
  note(known, task, repair, gone)
  conversations.confine(known)
  return { ...repair, isRemembered: true }
}

const start = { turn: 0, kept: 0 }
const none: ReadonlySet<string> = new Set()

/** The same task, of which some reasoning goes, by digest, and no other. */
function losing(task: Task, gone: ReadonlySet<string>): Task {
  const binding: Binding = { goes: (block) => gone.has(digestPart(block)) }
  return { ...task, binding }
}

/** The same task, of which all reasoning stays; tools may be taken away among the turns. */
function keeping({ mayTake }: MemoryUse, task: Task, known?: ChangedConversation): Task {
  const withdrawals = mayTake && withdrawalsIn(task, known, mayTake)
  return { ...task, binding: { goes: () => false, withdrawals } }
}

function remembered({ api, document }: Task, repair: Repair): Repair {
  const isTaken = newlyWithdrawn(api.format, document, repair.document).length > 0
  return { ...repair, isRemembered: true, ...(isTaken && { withdrawsTools: true }) }
}

/** Notes what is sent now, and which reasoning is not. */
function note(known: ChangedConversation, { api }: Task, { document }: Repair, gone: Iterable<string>): void {
  for (const digest of gone) known.removed.add(digest)
  const trail = trailOf(api.format, document)
  const last = trail.upTo.length - 1
  for (let position = 0; position <= last; position++) {
    const digest = sentAt(trail, position)
    // Requests that this one goes on from count as new.
    if (known.sent.delete(digest) || position === last) known.sent.add(digest)
  }
}
