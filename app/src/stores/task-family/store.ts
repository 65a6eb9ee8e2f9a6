import { basename, dirname } from 'node:path'
import { type Format, formats, type Layout, type Picks as Picked } from '@mortise/core'
import type { Entry, Lane, Session, Store } from '../contract/store.ts'
import { type JsonObject, memberAt } from '../records/json.ts'
import { isAgent, isProgram } from './editors.ts'
import { branchesOf } from './lanes.ts'
import { arrayFile, placesOf } from './places.ts'
import { apart, messageIn, userTexts, wrap } from './record.ts'
import { concerns } from './rules.ts'

/** The ways in which the agents of this family differ. */
export interface Member
  extends Pick<Store, 'name' | 'title' | 'copes' | 'recognises'>,
    Pick<Partial<Store>, 'lock' | 'hiding' | 'isNamedByPosition'> {
  /** The extension's name, which is that of its folder. */
  readonly extension: string
  lanes(entries: readonly Entry[], path: string): readonly Lane[]
  api(entries: readonly Entry[], path: string): string
}

/** A store of this family: an array of Anthropic's messages, of which some may be hidden. */
export function storeOf({ extension, lanes, api, ...member }: Member): Store {
  return {
    ...member,
    arrayFile,
    format,
    picks,
    links: undefined,
    layout,
    concerns,
    places: (home) => placesOf(home, extension),
    liesLike: (path) => path.includes(`/${extension}/`),
    open: (entries, path) => ({
      ...open(entries, path),
      // The extension has no command for it.
      reopening: `Open the task from the list of tasks in ${member.title}.`,
      api: api(entries, path),
      lanes: lanes(entries, path),
    }),
    // Without its path, a file tells only what its records tell.
    branches: (entries) => branchesOf(entries, lanes(entries, '')),
    messageIn,
    wrap,
    apart,
    isProgram,
    isAgent,
  }
}

const base = formats.find(({ name }) => name === 'anthropic-messages') as Format

const format: Format = {
  ...base,
  name: 'task-history',
  title: 'Task history records',
  // Blocks that the API does not know are left out on sending.
  readTurn: (raw, index, root, unreadable) => {
    const isList = Array.isArray(memberAt(raw, ['content']))
    return base.readTurn(raw, index, root, isList ? [] : unreadable)
  },
}

const picks: Picked = { ...base.picks.each }

/** Messages are converted one by one: results have to be in the message after their calls, whatever the API. */
function layout({ lead, callsLast }: Layout): Partial<Layout> {
  return { merges: true, answers: 'next', lead, together: 'free', callsLast, alone: false }
}

function open(entries: readonly Entry[], path: string): Omit<Session, 'api' | 'lanes'> {
  const texts = entries.slice(0, 1).flatMap(({ value }) => userTexts(value))
  return {
    id: basename(dirname(path)),
    title: texts.map(taskIn).find((task) => task !== undefined),
    folder: texts.map(folderIn).find((folder) => folder !== undefined),
    readOnly: undefined,
    resume: undefined,
  }
}

function taskIn(text: string): string | undefined {
  const [, task] =
    /<(?:task|user_message|user_input)(?: [^>]*)?>\s*([\s\S]*?)\s*<\/(?:task|user_message|user_input)>/.exec(
      text,
    ) ?? []
  return task === '' ? undefined : task
}

function folderIn(text: string): string | undefined {
  return /^# Current (?:Working|Workspace) Directory \(([^\n]+)\) Files$/m.exec(text)?.[1]
}

/** Whether records look like messages of this family: one says what the environment is, or when it was written. */
export function looksLikeTask(values: readonly JsonObject[]): boolean {
  const messages = values.filter(({ role, content }) => isSpeaker(role) && content !== undefined)
  return messages.some(
    (value) => typeof value.ts === 'number' || userTexts(value).some((text) => environment.test(text)),
  )
}

function isSpeaker(role: unknown): boolean {
  return role === 'user' || role === 'assistant'
}

const environment = /<environment_details>|^<task>/

/** Whether some record is hidden, or stands for hidden ones. */
export function hasTags(values: readonly JsonObject[]): boolean {
  return values.some((value) => tags.some((tag) => tag in value))
}

const tags = ['truncationParent', 'condenseParent', 'truncationId', 'condenseId', 'isSummary']
