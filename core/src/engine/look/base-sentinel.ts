import type { Facts } from '../../model/facts.ts'
import type { Demands, Ids, Sentinel } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import { applies, type Row } from '../../model/rulebook.ts'
import type { Speaker } from '../../model/transcript.ts'
import { alphabetOf } from './alphabet.ts'
import { isBodySuspicious, mustSpeak } from './body-suspicion.ts'
import { IdTable } from './id-table.ts'
import type { IdTrail } from './id-trail.ts'
import { Pending } from './pending.ts'

const anyEnd: readonly Speaker[] = []
const onModel: readonly Speaker[] = ['model']

/** What every sentinel keeps: the calls that wait, the ids seen, who spoke last. A format adds the loop. */
export abstract class BaseSentinel implements Sentinel {
  protected readonly ids: IdTable
  protected readonly pending: Pending = new Pending()
  protected speaker: Speaker = 'unknown'
  /** Whether it only looks out for certain ids, in turns that are sound. */
  protected isWatching = false
  /** Where ids stand, from the first suspicion on; a format that notes them makes it. */
  protected trail: IdTrail | undefined
  /** Whether the body itself may be refused, whatever is said. */
  protected isBodySuspicious = false
  /** Whether nothing is said, though the API wants something. */
  private isMute = false
  private readonly demands: Demands
  private readonly endRow: Row | undefined
  private readonly spaceRow: Row | undefined
  private badEnds: readonly Speaker[] = []

  constructor(demands: Demands) {
    const { rows } = demands
    this.demands = demands
    const pattern = rows['illegal-call-id']?.pattern
    this.ids = new IdTable(pattern === undefined ? undefined : alphabetOf(pattern))
    this.endRow = rows['ends-on-model']
    this.spaceRow = rows['trailing-space']
  }

  abstract feed(turns: readonly unknown[], from: number, to: number): number

  reset(facts: Facts): void {
    this.badEnds = this.suspiciousEnds(facts)
    this.isBodySuspicious = isBodySuspicious(this.demands, facts)
    this.isMute = mustSpeak(this.demands, facts)
    this.ids.clear()
    this.isWatching = false
    this.trail = undefined
    this.skip()
  }

  /** The speakers on whose turn the request may not end unread: a sketch does not show how a text ends. */
  private suspiciousEnds(facts: Facts): readonly Speaker[] {
    const { endRow, spaceRow } = this
    if (endRow !== undefined && applies(endRow, facts)) return endRow.speakers ?? onModel
    return spaceRow !== undefined && applies(spaceRow, facts) ? onModel : anyEnd
  }

  once(): void {
    this.ids.once()
  }

  skip(): void {
    this.pending.clear()
    this.speaker = 'unknown'
  }

  watch(ids: Ids): void {
    this.ids.watch(ids)
    this.isWatching = true
  }

  holders(ids: Ids): readonly number[] | undefined {
    return this.trail?.holders(ids)
  }

  isSettled(): boolean {
    return this.pending.missing === 0
  }

  mayEnd(tail: Tail): boolean {
    if (this.isBodySuspicious) return false
    // Only results have followed the calls so far: in a live conversation the rest may be on its way.
    if (this.pending.missing > 0) return tail === 'open'
    if (tail !== 'closed') return true
    if (this.isMute) return false
    // A loop: asking a list for one of its two members would cost a call.
    for (const speaker of this.badEnds) if (speaker === this.speaker) return false
    return true
  }
}
