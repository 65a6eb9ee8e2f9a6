import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../app/src/disk/sqlite/driver.ts'
import { writeAgentDatabase } from '../sqlite/agent-home.ts'
import { agentRows } from '../sqlite/agent-rows.ts'
import { dumpOf } from '../sqlite/home.ts'
import { mortise } from './run.ts'

describe.each(agentRows.map((rows) => [rows.name, rows] as const))(
  'a session of %s in a database',
  (_, rows) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-rows-agent-')))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, rows.file)
    const sample = rows.samples.find(({ options }) => options !== undefined)
    writeAgentDatabase(path, rows, 'ses_1', sample?.records ?? [])
    const run = (...words: readonly string[]): ReturnType<typeof mortise> =>
      mortise([...words, '--home', folder])
    const answer = (...words: readonly string[]): Record<string, unknown> =>
      JSON.parse(run(...words, '--json').stdout)
    const dump = (): string => {
      const database = openDatabase(path, 'rw')
      const text = rows.tables.map((name) => dumpOf(database, name)).join('\n')
      database.close()
      return text
    }
    const before = dump()

    test('is found, judged, shown and exported', () => {
      expect(answer('doctor')).toMatchObject({ sessions: [{ agent: rows.agent, id: 'ses_1' }] })
      expect(run('show', 'ses_1')).toMatchObject({ exit: 0, stdout: expect.stringContaining('main: ') })
      expect(run('export', 'ses_1')).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^# /) })
      expect(answer('check', `${path}/ses_1`)).toMatchObject({ found: [{ rule: sample?.found[0]?.[0] }] })
      expect(dump()).toBe(before)
    })

    test('is mended where it is, and brought back row for row', () => {
      expect(run('repair', 'ses_1', '--dry-run').exit).toBe(0)
      expect(dump()).toBe(before)
      expect(run('repair', 'ses_1', '--yes').exit).toBe(0)
      const mended = dump()
      expect(mended).toMatch(/no result was recorded|interrupted[; ]/)
      expect(run('repair', 'ses_1', '--yes')).toMatchObject({ exit: 0 })
      expect(dump(), 'a second run changes nothing').toBe(mended)
      expect(run('undo').exit).toBe(0)
      expect(dump()).toBe(before)
    })

    test('is cleaned of every tool, and brought back', () => {
      expect(run('clean', '--tools', '*', '--yes').exit).toBe(0)
      expect(dump()).not.toBe(before)
      expect(run('undo').exit).toBe(0)
      expect(dump()).toBe(before)
    })

    test('is made smaller, and brought back', () => {
      expect(run('compact', 'ses_1', '--fraction', '0.5', '--yes').exit).toBeLessThan(2)
      if (dump() !== before) expect(run('undo').exit).toBe(0)
      expect(dump()).toBe(before)
    })

    test('cannot be copied by hand', () => {
      expect(run('repair', 'ses_1', '--fork', '--yes')).toMatchObject({ exit: 2 })
    })
  },
)
