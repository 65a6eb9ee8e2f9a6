import { type PolicyName, policies, type Tail } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { repairInFull, repairTask } from '../../core/src/engine/repair.ts'
import { scanInFull, scanTask } from '../../core/src/engine/scan.ts'
import type { Api } from '../../core/src/model/format.ts'
import { apiOf, taskOf } from '../laws/task.ts'
import { answer, ask, call, exchange, say, sound, type Turns } from './chat-turns.ts'

/** An API that notes which turns of a document are read in full. */
function watched(document: unknown): { api: Api; read: () => number[] } {
  const api = apiOf('openai', document)
  const read: number[] = []
  const readTurn: Api['format']['readTurn'] = (raw, index, ...rest) => {
    read.push(index)
    return api.format.readTurn(raw, index, ...rest)
  }
  const inOrder = (): number[] => [...new Set(read.splice(0))].sort((one, two) => one - two)
  return { api: { ...api, format: { ...api.format, readTurn } }, read: inOrder }
}

type Row = readonly [
  name: string,
  document: Turns,
  policy: PolicyName,
  found: readonly string[],
  read: readonly number[] | 'all',
  tail?: Tail,
]

const rows: readonly Row[] = [
  ['nothing of what is sound', [...ask, ...sound()], 'keep', [], []],
  [
    'what is wrong',
    [...ask, ...sound(), ...call('a'), ...ask, ...sound()],
    'keep',
    ['call-without-result 31'],
    [31, 32],
  ],
  [
    'what shares an id with it',
    [...ask, ...sound(), ...exchange('a'), ...sound(), ...exchange('b'), ...answer('a'), ...say, ...ask],
    'keep',
    ['duplicate-result 65'],
    [31, 32, 63, 64, 65],
  ],
  [
    'what is wrong at the start, though it goes',
    [...answer('x'), ...ask, ...sound()],
    'drop',
    ['result-without-call 0'],
    [0, 1],
  ],
  [
    'what is wrong at the end, though it goes',
    [...ask, ...sound(), ...exchange('a'), ...answer('x')],
    'drop',
    ['result-without-call 33'],
    [31, 32, 33],
  ],
  [
    'what is wrong in the middle, though its last turn goes',
    [...ask, ...sound(), ...exchange('a'), ...answer('x', 'y'), ...sound()],
    'drop',
    ['result-without-call 33', 'result-without-call 34'],
    [31, 32, 33, 34],
  ],
  [
    'a call whose turns it knows to be past',
    [...ask, ...sound(), ...call('a', 'b'), ...answer('b'), ...sound()],
    'keep',
    ['call-without-result 31'],
    [31, 32],
    'open',
  ],
  [
    'nothing of a call that may be running',
    [...ask, ...sound(), ...call('a', 'b'), ...answer('b')],
    'keep',
    [],
    [],
    'open',
  ],
  [
    'all, where the model would speak first that spoke second',
    [...ask, ...sound(), ...call('a'), ...ask, ...sound()],
    'drop-turn',
    ['call-without-result 31'],
    'all',
  ],
  [
    'all, where only the model is left of what was wrong',
    [...ask, ...sound(), ...say, ...answer('x'), ...sound()],
    'drop',
    ['result-without-call 32'],
    'all',
  ],
]

describe('a repair reads', () => {
  test.each(rows.map((row) => ({ name: row[0], row })))('$name', ({ row }) => {
    const [, document, policy, found, wanted, tail = 'closed'] = row
    const { api, read } = watched(document)
    const task = taskOf(document, api, tail)
    const faults = scanTask(task)
    expect(faults.map(({ rule, at }) => `${rule} ${at[0]}`)).toEqual(found)
    if (wanted !== 'all') expect(read()).toEqual(wanted)
    read()
    const repaired = repairTask(task, policies[policy])
    const seen = new Set(read())
    expect(seen.size).toBe(wanted === 'all' ? document.length : wanted.length)
    expect(faults).toEqual(scanInFull(task))
    expect(repaired).toEqual(repairInFull(task, policies[policy]))
    expect(repaired.report.left).toEqual([])
  })

  test('what is wrong in many places at once, and tells of it in order', () => {
    const many = Array.from({ length: 420 }, (_, number) => `many${number}`)
    const wide = [...call(...many), ...answer(...many.slice(1)), ...ask]
    const late = [...call('b'), ...ask, ...sound(), ...exchange('c'), ...answer('many1')]
    const document = [...ask, ...wide, ...sound(900), ...late, ...sound()]
    const task = taskOf(document, apiOf('openai', document), 'closed')
    const places = scanTask(task).map(({ rule, at }) => `${rule} ${at[0]}`)
    expect(places).toEqual(['call-without-result 1', 'call-without-result 1322', 'duplicate-result 1356'])
    expect(repairTask(task, policies.keep)).toEqual(repairInFull(task, policies.keep))
  })
})
