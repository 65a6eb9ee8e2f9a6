import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isObject } from '../records/json.ts'
import { tailBeside } from '../task-family/beside.ts'

/** The first and the last of the messages that are not sent, by their positions. */
export type HiddenRange = readonly [first: number, last: number]

/**
 * The messages of a task that are not sent.
 *
 * The list of all tasks says so; where it does not know the task, the last message on its screen does.
 */
export function rangeBeside(path: string): HiddenRange | undefined {
  const task = taskIn(dirname(dirname(dirname(path))), basename(dirname(path)))
  return task === undefined ? rangeOnScreen(path) : rangeFrom(task.conversationHistoryDeletedRange)
}

function taskIn(storage: string, id: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const list: unknown = JSON.parse(readFileSync(join(storage, 'state', 'taskHistory.json'), 'utf8'))
    return Array.isArray(list) ? list.filter(isObject).find((task) => task.id === id) : undefined
  } catch {
    // Older versions keep the list in the editor's own database.
    return undefined
  }
}

function rangeOnScreen(path: string): HiddenRange | undefined {
  const [last] = [...tailBeside(path, 'ui_messages.json').matchAll(noted)].slice(-1)
  return last === undefined ? undefined : rangeFrom([Number(last[1]), Number(last[2])])
}

const noted = /"conversationHistoryDeletedRange"\s*:\s*\[\s*(\d+)\s*,\s*(\d+)\s*\]/g

function rangeFrom(value: unknown): HiddenRange | undefined {
  if (!Array.isArray(value)) return undefined
  const [first, last] = value
  return Number.isInteger(first) && Number.isInteger(last) ? [first, last] : undefined
}
