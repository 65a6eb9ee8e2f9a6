import { dirname } from 'node:path'
import { type BatchFile, replacedOf } from './batch-item.ts'
import { fingerprint, piecesOf } from './bytes.ts'
import { type Disk, withState } from './disk.ts'
import { syncFolder, writeNewUnsynced } from './durable.ts'
import { DiskError, type DiskOutcome, during, duringAsync, outcomeOfAsync, quietly } from './failure.ts'
import { flags } from './files.ts'
import { lockFailure, snapshotOf } from './liveness.ts'
import { noLock } from './lock.ts'
import { dropBackup, endingOf, failureOf, intentsOf } from './operate.ts'
import {
  checkWritten,
  isUnchanged,
  planOf,
  type Replaced,
  type Replacement,
  refuseUnsafe,
} from './replace.ts'
import { sharedWait } from './shared-wait.ts'
import { finishSwap, isUntouched, type SideNames, setAside, sideNames, takePlace } from './swap.ts'
import { removeTraces } from './tidy.ts'

/**
 * Gives many files other bytes, each all or nothing, with the steps of `replaceFile` taken together.
 *
 * ```
 * all backups · sync · all intents · sync · all fresh files · sync · each swap · sync · one wait for writers · all endings · sync
 * ```
 * One look at the processes of the machine serves for all, and one sync for all that one folder or journal gets. The
 * failure of one file keeps no other from it.
 */
export function replaceFiles(
  disk: Disk,
  requests: readonly Replacement[],
): Promise<DiskOutcome<readonly DiskOutcome<Replaced>[]>> {
  const doing = { verb: 'written', path: disk.folder, exit: 3 } as const
  return outcomeOfAsync(doing, async () => {
    if (requests.every(isUnchanged)) return requests.map(() => unchanged)
    return withState(disk, () => new Batch(disk, requests).run())
  })
}

const unchanged: DiskOutcome<Replaced> = { ok: true, value: { state: 'unchanged' } }

/** Files that are replaced together, by those who are alone already. */
export class Batch {
  private readonly disk: Disk
  private readonly items: readonly BatchFile[]

  constructor(disk: Disk, requests: readonly Replacement[]) {
    this.disk = disk
    this.items = requests.map((request) => {
      const pieces = piecesOf(request.reading.bytes, request.content)
      return { request, pieces, after: fingerprint(pieces) }
    })
  }

  async run(): Promise<readonly DiskOutcome<Replaced>[]> {
    try {
      this.refuse()
      await this.keep()
      this.begin()
      this.each((item) => this.write(item))
      await this.syncAll(({ swap }) => swap?.handle)
      this.each(({ swap, request, after }) => {
        if (swap !== undefined)
          checkWritten(this.disk, swap.handle, after, swap.reading.target.path, request.check)
      })
      await this.exchangeAll()
      this.finishSwaps()
      this.conclude()
    } finally {
      for (const { swap, old, blob } of this.items)
        for (const handle of [swap?.handle, old, blob])
          if (handle !== undefined) quietly(() => this.disk.files.close(handle))
    }
    return this.items.map(({ outcome }) => outcome ?? unchanged)
  }

  /** The items that have neither failed nor ended. */
  private get open(): readonly BatchFile[] {
    return this.items.filter(({ outcome }) => outcome === undefined)
  }

  /** Takes one step for each open item; an item whose step fails has its outcome. */
  private each(step: (item: BatchFile) => void): void {
    for (const item of this.open) {
      try {
        during({ verb: 'replaced', path: item.request.reading.target.path, exit: 3 }, () => step(item))
      } catch (thrown) {
        this.fail(item, thrown)
      }
    }
  }

  private fail(item: BatchFile, thrown: unknown): void {
    const { intent, isNew = false } = item
    const error = intent === undefined ? thrown : failureOf(this.disk, intent, isNew, thrown)
    if (!(error instanceof DiskError)) throw error
    if (intent === undefined) this.drop(item)
    item.outcome = { ok: false, error }
  }

  private refuse(): void {
    const keys = new Set(this.items.map(({ request }) => request.reading.stat.key))
    const snapshot = snapshotOf(this.disk, (key) => keys.has(key))
    this.each((item) => {
      if (isUnchanged(item.request)) item.outcome = unchanged
      else refuseUnsafe(this.disk, { snapshot, ...item.request })
    })
  }

  private async keep(): Promise<void> {
    const { blobs } = this.disk
    this.each((item) => {
      const { bytes, print } = item.request.reading
      const handle = blobs.begin([bytes], print)
      item.isNew = handle !== undefined
      if (handle !== undefined) item.blob = handle
    })
    await this.syncAll(({ blob }) => blob)
    this.each(({ request }) => blobs.check(request.reading.print))
    const counts = new Map<string, number>()
    const nameOf = ({ request }: BatchFile): string => request.reading.print.sha256
    for (const item of this.open) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
    // A backup that two files share is not to go with one of them.
    for (const item of this.open) item.isNew = item.isNew === true && counts.get(nameOf(item)) === 1
    this.together(() => blobs.sync())
  }

  private begin(): void {
    const { open, disk } = this
    const intents = intentsOf(
      disk,
      open.map(({ request, after }) => planOf(request, request.role ?? { kind: 'change' }, after)),
    )
    for (const [index, intent] of intents.entries()) {
      const item = open[index]
      if (item !== undefined) item.intent = intent
    }
    this.together(() => disk.journal.begin(...intents))
  }

  /** Makes bytes last, at the same time for all open items: a disk then needs hardly longer than for one. */
  private async syncAll(handleOf: (item: BatchFile) => number | undefined): Promise<void> {
    const syncs = this.open.map(async (item) => {
      const handle = handleOf(item)
      const doing = { verb: 'replaced', path: item.request.reading.target.path, exit: 3 } as const
      try {
        if (handle !== undefined) await duringAsync(doing, () => this.disk.files.syncData(handle))
      } catch (thrown) {
        return [item, thrown] as const
      }
      return undefined
    })
    for (const failed of await Promise.all(syncs)) if (failed !== undefined) this.fail(...failed)
  }

  /** Takes a step for all open items at once: if it fails, it has failed for each of them. */
  private together(step: () => void): void {
    try {
      step()
    } catch (thrown) {
      for (const item of this.open) this.fail(item, thrown)
    }
  }

  private write(item: BatchFile): void {
    const { request, pieces, after } = item
    const { reading } = request
    const { path } = reading.target
    const names: SideNames = sideNames(path, item.intent?.op ?? '')
    const handle = writeNewUnsynced(this.disk.files, names.fresh, pieces, reading.stat)
    item.swap = { reading, names, handle, after, isStillLocked: () => true }
  }

  /** Swaps one file after the other, each under the lock of its agent. */
  private async exchangeAll(): Promise<void> {
    for (const item of this.open) {
      const { path } = item.request.reading.target
      try {
        await duringAsync({ verb: 'replaced', path, exit: 3 }, () => this.exchange(item))
      } catch (thrown) {
        this.fail(item, thrown)
      }
    }
  }

  private async exchange(item: BatchFile): Promise<void> {
    const { disk } = this
    const { swap, request } = item
    if (swap === undefined) return
    const { path } = request.reading.target
    const held = await (request.lock ?? noLock).acquire(path, disk)
    if (!held.isHeld) throw lockFailure(path, held.by)
    try {
      setAside(disk.files, path, swap.names.aside)
      item.old = disk.files.open(path, flags.read)
      const acted = takePlace(disk.files, { ...swap, isStillLocked: held.isStillOurs }, item.old)
      if (acted !== undefined) item.acted = acted
      else this.finishUnderLock(item)
    } finally {
      held.release()
    }
  }

  /** Finishes the swap of a file that somebody wrote to meanwhile at once, while the lock is ours; others are finished together. */
  private finishUnderLock(item: BatchFile): void {
    const { disk } = this
    const { swap, old } = item
    if (swap === undefined || old === undefined || isUntouched(disk.files, swap, old)) return
    item.acted = finishSwap(disk, swap, old, () => sharedWait(disk, [swap.reading])(swap.reading))
  }

  /** Makes all swaps last, and waits once for those who still have an old file open. */
  private finishSwaps(): void {
    const waiting = this.open.filter(({ acted }) => acted === undefined)
    const wait = sharedWait(
      this.disk,
      waiting.map(({ request }) => request.reading),
    )
    this.each((item) => {
      const { swap, old } = item
      if (item.acted !== undefined || swap === undefined || old === undefined) return
      item.acted = finishSwap(this.disk, swap, old, () => wait(swap.reading))
    })
  }

  private conclude(): void {
    const { disk } = this
    const gone = this.open.filter(({ intent }) => intent !== undefined && removeTraces(disk, intent))
    const folders = new Set(gone.map(({ request }) => dirname(request.reading.target.path)))
    const synced = new Set([...folders].filter((folder) => quietly(() => syncFolder(disk.files, folder))))
    const ended = gone.filter(({ request }) => synced.has(dirname(request.reading.target.path)))
    const endings = ended.flatMap(({ intent, acted }) =>
      intent && acted ? [endingOf(disk, intent, acted)] : [],
    )
    const isWritten = quietly(() => disk.journal.end(...endings))
    for (const item of this.open) {
      const { acted, intent, after } = item
      if (acted === undefined || intent === undefined) continue
      if (acted.state === 'grown' && isWritten && ended.includes(item)) this.drop(item)
      item.outcome = { ok: true, value: replacedOf(acted, intent, after) }
    }
  }

  private drop({ request, isNew = false }: BatchFile): void {
    dropBackup(this.disk, { before: request.reading.print }, isNew)
  }
}
