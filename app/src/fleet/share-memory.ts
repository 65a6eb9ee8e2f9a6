import { type BindingMemory, bindingMemory, type ConversationNote } from '@mortise/core'
import { jsonText, type Query } from './database.ts'

/** The channel on which news of conversations are told. */
export const bindingChannel = 'mortise_binding'

/** So many notes wait for a database that is away; the oldest go first. */
const mostWaiting = 10_000
/** So many conversations are learned at a start. */
const mostAtStart = 10_000
/** Numbers are given before they can be seen: a note may appear after one with a higher number. */
const overlap = '15 seconds'

/**
 * The memory of a gateway of a fleet: conversations whose past was changed, by client, so that the next request may
 * reach another node.
 *
 * No request waits for it: a note travels while the API answers the request that it is about.
 */
export class SharedMemory {
  readonly memory: BindingMemory
  /** How many notes of other nodes were learned. */
  learned = 0
  private waiting: ConversationNote[] = []
  private last = 0
  private readonly seen = new Set<number>()
  private readonly nudge: () => void

  /** `nudge` is called when there are notes to be written. */
  constructor(nudge: () => void) {
    this.nudge = nudge
    this.memory = bindingMemory(undefined, undefined, (note) => {
      this.waiting.push(note)
      if (this.waiting.length > mostWaiting) this.waiting.shift()
      this.nudge()
    })
  }

  /** Learns what the other nodes told so far, at most so much of it. */
  async open(query: Query): Promise<void> {
    if (this.last > 0) return
    const rows = await query<NoteRow>(
      `select * from (select id::int as id, note from mortise.bindings order by id desc limit ${mostAtStart}) newest order by id`,
    )
    this.learn(rows)
  }

  /** Writes what is waiting, and learns what is new. */
  async exchange(query: Query): Promise<void> {
    const notes = this.waiting
    this.waiting = []
    try {
      if (notes.length > 0) {
        const rows = await query<{ id: number }>(
          `insert into mortise.bindings (client, note)
           select note ->> 'client', note from jsonb_array_elements($1::jsonb) note returning id::int as id`,
          [jsonText(notes)],
        )
        for (const { id } of rows) this.seen.add(id)
        await query('select pg_notify($1, $2)', [bindingChannel, ''])
      }
    } catch (error) {
      this.waiting = [...notes, ...this.waiting].slice(-mostWaiting)
      throw error
    }
    this.learn(
      await query<NoteRow>(
        `select id::int as id, note from mortise.bindings where id > $1 or at > now() - interval '${overlap}' order by id`,
        [this.last],
      ),
    )
  }

  private learn(rows: readonly NoteRow[]): void {
    const numbers = new Set(rows.map(({ id }) => id))
    for (const { id, note } of rows) {
      this.last = Math.max(this.last, id)
      if (this.seen.has(id)) continue
      this.seen.add(id)
      this.memory.learn(note)
      this.learned += 1
    }
    // Notes that are not read again need not be known by their numbers.
    for (const id of this.seen) if (!numbers.has(id) && id < this.last) this.seen.delete(id)
  }
}

interface NoteRow {
  readonly id: number
  readonly note: ConversationNote
}
