import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { explained, limits, type Query } from './database.ts'

/** How a line is used. */
export interface LineOptions {
  readonly url: string
  /** The channels whose notifications are heard. */
  readonly channels: readonly string[]
  /** How often `onTick` is called without any notification, in milliseconds. */
  readonly everyMs: number
  /** Called on each new connection, before any notification. */
  onOpen(query: Query): Promise<void>
  /** Called after a notification, and now and then without one. Never twice at once. */
  onTick(query: Query): Promise<void>
  onMessage(channel: string, payload: string): void
  /** Called when the connection is lost or cannot be made. */
  onLost(error: unknown): void
}

/** A connection that hears notifications, and is made again whenever it is lost. */
export interface NotificationLine {
  /** Calls `onTick` soon. */
  nudge(): void
  /** Resolves when nothing runs any more. */
  close(): Promise<void>
}

const firstPause = 100
const longestPause = 5000

/** Opens a line; it goes on trying until it is closed. */
export function openLine(options: LineOptions): NotificationLine {
  const { url, channels, everyMs, onOpen, onTick, onMessage, onLost } = options
  let isClosed = false
  let isDue = false
  let wake: () => void = () => undefined
  const nudge = (): void => {
    isDue = true
    wake()
  }

  const talk = async (onGood: () => void): Promise<void> => {
    const client = new pg.Client({ connectionString: url, application_name: 'mortise', ...limits })
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection ended')))
    })
    lost.catch(() => undefined)
    const query: Query = async (text, values = []) => (await client.query(text, [...values])).rows
    client.on('notification', ({ channel, payload = '' }) => {
      onMessage(channel, payload)
      nudge()
    })
    try {
      await client.connect()
      for (const channel of channels) await query(`listen ${channel}`)
      await onOpen(query)
      onGood()
      isDue = true
      while (!isClosed) {
        if (!isDue) await Promise.race([lost, pauseFor(everyMs)])
        if (isClosed) return
        isDue = false
        await onTick(query)
      }
    } finally {
      void client.end().catch(() => undefined)
    }
  }
  /** Waits, unless somebody nudges. */
  const pauseFor = async (milliseconds: number): Promise<void> => {
    const stop = new AbortController()
    wake = () => stop.abort()
    await wait(milliseconds, undefined, { signal: stop.signal }).catch(() => undefined)
    wake = () => undefined
  }
  const live = async (): Promise<void> => {
    for (let pause = firstPause; !isClosed; pause = Math.min(pause * 2, longestPause)) {
      try {
        await talk(() => {
          pause = firstPause
        })
      } catch (error) {
        if (!isClosed) onLost(explained(error))
      }
      if (!isClosed) await pauseFor(pause)
    }
  }
  const living = live()
  return {
    nudge,
    async close() {
      isClosed = true
      nudge()
      await living
    },
  }
}
