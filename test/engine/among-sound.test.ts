import { formats, policies } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { withTurns } from '../../core/src/engine/diff/between.ts'
import { GrowingScan } from '../../core/src/engine/parts/growing-scan.ts'
import { repairInFull, repairTask } from '../../core/src/engine/repair.ts'
import { scanInFull, scanTask } from '../../core/src/engine/scan.ts'
import type { Format } from '../../core/src/model/format.ts'
import { rules } from '../../core/src/rules/index.ts'
import { type Broken, brokenOf } from '../conformance/fixtures.ts'
import { apiOf, taskOf } from '../laws/task.ts'

// A broken conversation is short: all of it is suspicious. Between long sound ones, little of it is read.

/** Words that nothing is wrong with. */
function soundTurns({ renderTurn }: Format, count: number): unknown[] {
  return Array.from({ length: count }, (_, number) => [
    renderTurn('user', { text: `Question ${number}.` }),
    renderTurn('model', { text: `Answer ${number}.` }),
  ]).flat()
}

/** Two broken conversations in one document, with sound ones before, between and behind them. */
function among(first: Broken, second: Broken, format: Format): unknown {
  const sound = soundTurns(format, 9)
  const turns = [first, second].flatMap(({ broken }) => [...(format.turnsOf(broken) ?? []), ...sound])
  return withTurns(first.broken, format.rootOf(first.broken), [...sound, ...turns])
}

describe.each(formats)(
  'what stands among sound turns is judged and mended as if all were read: $name',
  ({ name }) => {
    const rows = brokenOf(name)

    test.each(rows)('$file', (row) => {
      const api = apiOf(row.api, row.broken)
      const others = rows.filter((other) => other.api === row.api)
      const next = others[(others.indexOf(row) + 1) % others.length] as Broken
      const task = taskOf(among(row, next, api.format), api, row.tail)
      expect(scanTask(task)).toEqual(scanInFull(task))
      expect(repairTask(task, policies[row.policy])).toEqual(repairInFull(task, policies[row.policy]))
    })

    test.each(rows)('$file, in pieces', (row) => {
      const api = apiOf(row.api, row.broken)
      const turns = api.format.turnsOf(among(row, row, api.format)) ?? []
      const growing = new GrowingScan({ api, tail: row.tail, rules })
      turns.forEach((turn, position) => {
        growing.add(turn)
        if (position % 5 === 4) growing.rest()
      })
      const found = growing.finish((position) => turns[position])
      expect(found).toEqual(scanInFull(taskOf(turns, api, row.tail)))
    })
  },
)
