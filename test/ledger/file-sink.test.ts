import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { nodeFiles } from '../../app/src/disk/index.ts'
import { type FileSinkOptions, fileSink, openLedger } from '../../app/src/doors/ledger.ts'
import { errno, memory, watched } from '../disk/scratch.ts'
import { expectSendable, says, textOf, wishes } from './judge.ts'

const api = 'deepseek'
const folder = mkdtempSync(join(memory, 'mortise-sink-'))
let count = 0
const newPath = (): string => join(folder, `${count++}.jsonl`)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = async (path: string, options?: FileSinkOptions) =>
  openLedger({ api, sink: await fileSink(path, options) })

describe('a file', () => {
  test('holds a line for everything, private, and nothing is left beside it', async () => {
    const path = newPath()
    const ledger = await open(path)
    await ledger.user('Go.')
    await ledger.turn(says(api, wishes(1))).run(() => 'here it is')
    await ledger.close()
    const deeds = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).do)
    expect(deeds).toEqual([undefined, 'say', 'turn', 'start', 'end'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([])
  })

  test('what was said to be durable is in the file at that moment', async () => {
    const path = newPath()
    const ledger = await open(path)
    await ledger.user('Go.')
    expect(readFileSync(path, 'utf8')).toContain('Go.')
    const turn = ledger.turn(says(api, wishes(2)))
    await turn.run(({ index }) => {
      const text = readFileSync(path, 'utf8')
      expect(text).toContain(`{"do":"start","turn":0,"call":${index}}`)
      expect(text).toContain('"do":"turn"')
      return 'here it is'
    })
    expect(readFileSync(path, 'utf8').match(/here it is/g)).toHaveLength(2)
    await ledger.close()
  })

  test('lines that come together are synced together', async () => {
    const synced: string[] = []
    const path = newPath()
    const files = watched((name) => {
      if (name === 'syncData') synced.push(readFileSync(path, 'utf8'))
    })
    const ledger = await open(path, { files })
    await ledger.user('Go.')
    synced.length = 0
    await Promise.all(
      Array.from({ length: 16 }, (_, number) => ledger.append({ role: 'user', content: `${number}` })),
    )
    expect(synced).toHaveLength(1)
    expect(synced[0]?.trimEnd().split('\n')).toHaveLength(18)
    await ledger.close()
  })

  test('one process at a time writes to it, and one ledger of a process', async () => {
    const path = newPath()
    const ledger = await open(path)
    await expect(fileSink(path)).rejects.toMatchObject({ code: 'locked', exit: 3 })
    await expect(fileSink(path)).rejects.toThrow('is open for writing already, in this process.')
    await ledger.close()
    await (await open(path)).close()
  })

  const refused = [
    ['the log of something else', '{"a":1}\n', { api }, 'not-a-ledger'],
    ['what is no log', 'hello', { api }, 'not-a-ledger'],
    [
      'the log of another format',
      '{"schema":"mortise/ledger/1","api":"anthropic","format":"anthropic-messages"}\n',
      { api },
      'api-not-of-format',
    ],
    ['a log of a later version', '{"schema":"mortise/ledger/9"}\n', { api }, 'ledger-newer'],
    ['an unknown API', '', { api: 'nobody' }, 'unknown-api'],
    ['a policy that leaves calls open', '', { api, policy: 'report' }, 'bad-option'],
  ] as const

  test.each(refused)('%s is refused, left as it is, and not locked', async (_, text, options, code) => {
    const path = newPath()
    writeFileSync(path, text)
    const sink = await fileSink(path)
    expect(() => openLedger({ ...options, sink })).toThrow(expect.objectContaining({ code }))
    expect(readFileSync(path, 'utf8')).toBe(text)
    await (await fileSink(path)).close()
  })

  test('what a crash has cut stays on a line of its own', async () => {
    const path = newPath()
    const first = await open(path)
    await first.user('Go.')
    await first.close()
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, `${whole}{"do":"say","messages":[{"role":"us`)
    const second = await open(path)
    expect(second.skipped).toBe(1)
    await second.user('More.')
    await second.close()
    expect(readFileSync(path, 'utf8')).toMatch(/\{"role":"us\n\{"do":"say".*More\..*\n$/)
    const third = await open(path)
    expect(textOf(third.messages())).toMatch(/Go\..*More\./)
    await third.close()
  })

  test('a line that lacks nothing but its end counts', async () => {
    const path = newPath()
    const first = await open(path)
    await first.user('Go.')
    await first.close()
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd())
    const second = await open(path)
    expect([second.skipped, textOf(second.messages())]).toEqual([0, '[{"role":"user","content":"Go."}]'])
    await second.close()
  })

  const strange: readonly (readonly [string, (path: string) => void, string])[] = [
    ['a folder', (path) => mkdirSync(path), 'not-a-file'],
    [
      'something in a folder that is not there',
      () => rmSync(join(folder, 'gone'), { recursive: true, force: true }),
      'not-found',
    ],
  ]

  test.each(strange)('%s is refused in one sentence, and no lock is left', async (_, make, code) => {
    const path = code === 'not-found' ? join(folder, 'gone', 'log.jsonl') : newPath()
    make(path)
    await expect(fileSink(path)).rejects.toMatchObject({ code })
    await expect(fileSink(path)).rejects.toThrow(/^`.*` .*\.$/)
    expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([])
  })

  test('a file of something else is left as it is', async () => {
    const path = newPath()
    writeFileSync(path, '{"id":1}\n')
    const sink = await fileSink(path)
    expect(() => openLedger({ api, sink })).toThrow('This holds something, but no ledger')
    await sink.close()
    expect(readFileSync(path, 'utf8')).toBe('{"id":1}\n')
  })
})

const codes = ['ENOSPC', 'EIO', 'EDQUOT', 'EFBIG', 'EROFS']

describe('a disk that fails', () => {
  test.each(codes)(
    '%s at any write or sync: no result is lost, and the file is whole once it works again',
    async (code) => {
      for (let at = 0; at < 8; at++) await failAt(code, at)
    },
  )

  test('a full disk that stays full: nothing runs, nothing is lost, and the sentence says why', async () => {
    const path = newPath()
    let isFull = false
    const files = watched((name) => {
      if (isFull && name === 'write') throw errno('ENOSPC')
    })
    const ledger = await open(path, { files })
    await ledger.user('Go.')
    isFull = true
    const { unsaved, closed } = await ledger.turn(says(api, wishes(1))).run(() => 'ran')
    expect(closed.map(({ as }) => as)).toEqual(['not-run'])
    expect(unsaved?.message).toMatch(
      /^\d lines of the ledger could not be written: `.*` could not be written to: the disk is full; nothing was changed\.$/,
    )
    expect(unsaved?.hint).toContain('await ledger.flush()')
    await expect(ledger.close()).rejects.toMatchObject({ code: 'not-written' })
    const again = await open(path)
    expect(textOf(again.messages())).toBe('[{"role":"user","content":"Go."}]')
    await again.close()
  })
})

/** Fails one call of the disk, after half a write, and goes on once the disk works again. */
async function failAt(code: string, at: number): Promise<void> {
  const path = newPath()
  let calls = 0
  let isOpen = false
  let isBroken = false
  const files = watched((name, _, [handle, bytes]) => {
    if (!isOpen || !['write', 'syncData', 'truncate'].includes(name)) return
    if (calls++ < at || (calls > at + 1 && !isBroken)) return
    isBroken = true
    if (name === 'write' && bytes instanceof Uint8Array) {
      nodeFiles.write(Number(handle), bytes.subarray(0, bytes.length >> 1))
    }
    throw errno(code)
  })
  const ledger = await open(path, { files })
  isOpen = true
  await ledger.user('Go.').catch(() => {})
  const turn = ledger.turn(says(api, wishes(2)))
  const { kept, unsaved } = await turn.run(({ index }) => `result ${index}.`, { concurrency: 1 })
  for (const { index } of kept) expect(textOf(ledger.messages())).toContain(`result ${index}.`)
  if (isBroken) expect(unsaved?.code).toBe('not-written')
  expectSendable(ledger.messages(), api, `${code} at ${at}`)
  isOpen = false
  await ledger.flush()
  await ledger.close()
  const again = await open(path)
  expect(again.messages(), `${code} at ${at}`).toEqual(ledger.messages())
  expect(again.skipped).toBe(0)
  await again.close()
}
