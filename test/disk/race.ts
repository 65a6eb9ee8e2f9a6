import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { type Files, nodeProcesses, rewriteFile, undo } from '../../app/src/disk/index.ts'
import type { Program } from './crash.ts'
import { makeScratch, memory, oldText, watched } from './scratch.ts'

const lineCount = 60

/**
 * Replaces and restores a file while another process appends to it, and looks whether all of its lines are there.
 *
 * Every fourth one keeps the file open all the time: then it is left alone. Tells how often a line was carried over.
 */
export async function appendWhile(program: Program, turn: number): Promise<number> {
  const scratch = makeScratch(oldText, memory)
  const how = turn % 4 === 3 ? 'one' : 'each'
  try {
    const disk = scratch.disk({ processes: nodeProcesses, files: hesitant(scratch.path, (turn % 3) * 20) })
    const words = [scratch.path, String(lineCount), how, String(1 + (turn % 5) * 10)]
    const agent = spawn(process.execPath, [program.file, ...words])
    const ended = once(agent, 'exit')
    await once(agent.stdout, 'data')
    let marks = 0
    let carries = 0
    while (agent.exitCode === null) {
      const mark = Buffer.from(`{"mark":${marks}}\n`)
      const outcome = await rewriteFile(disk, scratch.path, () => ({
        command: 'repair',
        allow: ['live'],
        content: { splices: [{ start: 0, end: 0, insert: mark }] },
      }))
      if (outcome.ok && outcome.value.state === 'replaced') {
        marks += 1
        if (outcome.value.carried > 0) carries += 1
        // Only what was just done is taken back: on a busy machine there may be nothing else.
        if (marks % 3 === 2) {
          const undone = await undo(disk, { command: 'undo', allow: ['live'] })
          if (!undone.ok) expect(undone.error.code, undone.error.message).toBe('live')
        }
      } else expect(outcome).toMatchObject({ error: { code: 'live' } })
      await new Promise((resolve) => setTimeout(resolve, turn % 7))
    }
    await ended
    expect(lost(scratch.read()), `turn ${turn}, ${how}, ${marks} marks`).toEqual([])
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
    return carries
  } finally {
    scratch.remove()
  }
}

/** Waits between the last look and the swap, so that lines come in between. */
function hesitant(path: string, milliseconds: number): Files {
  return watched((name, _, words) => {
    if (name === 'rename' && words[1] === path) nodeProcesses.pause(milliseconds)
  })
}

/** The lines that are not there, those of the beginning too. */
function lost(text: string): readonly string[] {
  const there = new Set(text.split('\n'))
  const wanted = Array.from(
    { length: lineCount },
    (_, line) => `{"line":${line},"text":"${'x'.repeat(line % 500)}"}`,
  )
  return [...oldText.trim().split('\n'), ...wanted].filter((line) => !there.has(line))
}
