import { signal } from '@preact/signals'
import type { GatewayAnswer, RepairRow } from '../../../app/src/window/api.ts'
import { ask, listen } from '../client.ts'
import type { Attempts } from './health.ts'
import { readMetrics, type Sample, sumOf } from './metrics.ts'

/** A moment of the gateway: what was answered and mended up to then. */
export interface Moment {
  /** In seconds since 1970. */
  readonly time: number
  readonly answered: number
  readonly faulty: number
  /** Attempts at each upstream, by how they ended. */
  readonly upstreams: Readonly<Record<string, Attempts>>
}

export const facts = signal<GatewayAnswer | undefined>(undefined)
export const samples = signal<readonly Sample[]>([])
export const moments = signal<readonly Moment[]>([])
/** Requests with faults, the newest first. */
export const repairs = signal<readonly RepairRow[]>([])

const pause = 1500
const mostMoments = 400
const mostRepairs = 200

/** Follows the gateway; returns a function that ends it. */
export function followGateway(): () => void {
  let isOver = false
  let timer = 0
  const read = async (): Promise<void> => {
    try {
      const answer = await ask<GatewayAnswer>('gateway')
      const told = readMetrics(answer.metrics)
      const moment = {
        time: Date.now() / 1000,
        answered: sumOf(told, 'mortise_answers_total'),
        faulty: sumOf(told, 'mortise_repairs_total'),
        upstreams: Object.fromEntries(answer.upstreams.map(({ name }) => [name, attemptsAt(told, name)])),
      }
      facts.value = answer
      samples.value = told
      moments.value = [...moments.value.slice(-mostMoments), moment]
    } catch {
      // The page says that the program is gone.
    }
    if (!isOver) timer = window.setTimeout(() => void read(), pause)
  }
  void read()
  const ends = [
    listen('repair', (row) => {
      repairs.value = [row as RepairRow, ...repairs.value.slice(0, mostRepairs - 1)]
    }),
    listen('revision', () => void read()),
  ]
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

function attemptsAt(told: readonly Sample[], upstream: string): Attempts {
  const of = (outcome: string): number => sumOf(told, 'mortise_upstream_answers_total', { upstream, outcome })
  return { answered: of('answered'), failed: of('failed'), unreachable: of('unreachable') }
}
