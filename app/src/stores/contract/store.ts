import type { Edit, Format, Layout, Picks, Progress, RuleName } from '@mortise/core'
import type { LockProtocol, Packing, ProcessDetails, Tables } from '../../disk/index.ts'
import type { Joining } from '../check/seats.ts'
import type { JsonObject } from '../records/json.ts'
import type { Coping } from './coping.ts'
import type { Hiding } from './hiding.ts'
import type { Links } from './link-members.ts'
import type { Naming } from './naming.ts'
import type { Numbering } from './numbering.ts'

export type { Links, Stretch } from './link-members.ts'

/** One record of a session file. */
export interface Entry {
  /** Its position among the records of the file. */
  readonly index: number
  /** The line that it starts on, as people count; in an array, its number among the records. */
  readonly line: number
  /** Where its bytes start and end. */
  readonly start: number
  readonly end: number
  /** The record; of a file that was only skimmed, the members that the store picks. */
  readonly value: JsonObject
  /** The bytes to write in its place, if the record cannot be read as it stands. */
  readonly mended?: Uint8Array
}

/** One conversation in a session: what the agent would send next. */
export interface Lane {
  /** `main`, or what tells a subagent apart; it stays the same when records come and go. */
  readonly name: string
  /** The entries that hold its turns, in the order in which they are sent. */
  readonly turns: readonly number[]
  /** The position of the entry that would be the parent of the next one; -1 if there is none. */
  readonly leaf: number
  /** The agent will not send it again: its faults are advice. */
  readonly isDormant?: boolean
  /** The agent left this conversation: its last record is no leaf of the file. */
  readonly isLeft?: boolean
  /** The model that it is sent to next, where no message tells. */
  readonly model?: string
  /** How its agent copes with faults of this conversation, beside those that it always copes with. */
  readonly copes?: readonly Coping[]
}

/** A session, as its agent understands it. */
export interface Session {
  readonly id: string
  readonly title: string | undefined
  /** The version of the agent that wrote to it last; left out where records do not tell. */
  readonly version?: string | undefined
  /** The folder that the agent worked in. */
  readonly folder: string | undefined
  /** The name of the API that it is sent to. */
  readonly api: string
  readonly lanes: readonly Lane[]
  /** Why it is not to be written to, if it is not. */
  readonly readOnly: string | undefined
  /** Whether a copy of it may be written to all the same. */
  readonly mayBeCopied?: boolean
  /** The command that goes on with it. */
  readonly resume: string | undefined
  /** How a person goes on with it if there is no such command: a sentence. */
  readonly reopening?: string
}

/** A record that is to be made. */
export interface NewRecord {
  readonly message: unknown
  /** A name that no other record has. */
  readonly id: string
  /** The records of the lane that it comes into, and how many of them stand before it. */
  readonly lane: readonly JsonObject[]
  readonly position: number
}

/** The record beside a new one: the one before it, else the one after it. */
export function besideOf({ lane, position }: NewRecord): JsonObject {
  return lane[position - 1] ?? lane[position] ?? {}
}

/** Records that belong behind each other, of which some have a parent that hides them from their agent. */
export interface Run {
  /** In their order; the first one has the right parent. */
  readonly records: readonly number[]
  /** The records that the agent does not see. */
  readonly unseen: readonly number[]
}

/** The home of a user, in which agents keep their files. */
export interface Home {
  /** The user's own folder. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** A folder with sessions, and the test that tells them from other files. */
export interface Place {
  readonly folder: string
  /** The agent inside the program, where it has several. */
  readonly profile?: string
  /** Whether a file below it is a session; the path is relative to the folder, with slashes. */
  isSession(path: string): boolean
  /** Whether a file below it is a copy of a session, or an archived one. */
  isArchive?(path: string): boolean
  /** Whether it holds databases with sessions in them, and no sessions as files. */
  readonly holdsDatabases?: boolean
}

/** The facts about a session by which a process of its agent is recognised. */
export interface AtWork {
  readonly id: string
  readonly path: string
  /** The folder that the agent worked in. */
  readonly folder: string | undefined
  /** When the file was last written to, in milliseconds since 1970. */
  readonly modified: number
}

/** How one agent keeps its sessions: a format over records. */
export interface Store {
  readonly name: string
  readonly title: string
  /** The versions of the agent that have opened sessions which were mended here; left out if none was tried. */
  readonly tried?: string
  /** How the messages in its records are written. */
  readonly format: Format
  /** The members that a skim over its records needs. */
  readonly picks: Picks
  /** How records point to each other; undefined where they only stand in a row. */
  readonly links: Links | undefined
  /** How the agent copes with faults by itself: they are advice. */
  readonly copes: readonly Coping[]
  /** The rules about forms that the agent gives to every request, whichever form its records have. */
  readonly unasked?: readonly RuleName[]
  /** The only rules that its records can break, if the agent itself keeps all others. */
  readonly concerns?: readonly RuleName[]
  /** How turns are laid out by the agent itself before it sends them, where that is not as the API wants it. */
  readonly layout?: Partial<Layout> | ((layout: Layout) => Partial<Layout>)
  /** Which neighbours are one message by the time they are sent, in the format of an API; each is its own if left out. */
  joins?(wire: string): Joining
  /** The end of the name of its files where each is one JSON array of records; left out where each record is a line. */
  readonly arrayFile?: string
  /** The member of the object that such a file is, which holds the array; left out where the file is the array. */
  readonly arrayMember?: string
  places(home: Home): readonly Place[]
  /** How surely the first records of a file are this agent's, from 0 to 1. */
  recognises(values: readonly JsonObject[]): number
  /** Whether a file lies as this agent's do, under whatever folder; left out where its records always tell. */
  liesLike?(path: string): boolean
  /** Reads a session out of the records of a file. */
  open(entries: readonly Entry[], path: string): Session
  /** How files of subagents that lie beside their session are told, and whose they are; left out where none do. */
  readonly subagents?: {
    isOne(path: string): boolean
    /** The id of the session that they belong to. */
    masterIn(entries: readonly Entry[]): string | undefined
  }
  /** Conversations that together pass every message of a file: also those that nobody will send again. */
  branches(entries: readonly Entry[]): readonly Lane[]
  /** The message in a record, and where it stands in it; undefined where there is none. */
  messageIn(value: JsonObject): { readonly message: unknown; readonly path: readonly string[] } | undefined
  /** The model that made the answer in a record; left out where records do not tell, or hold no signed reasoning. */
  modelIn?(value: JsonObject): string | undefined
  /** The runs of records with one parent that belong behind each other. */
  runs?(entries: readonly Entry[]): readonly Run[]
  /** A record for a new message; the caller sets its parent. */
  wrap(record: NewRecord): JsonObject
  /** The message of its own that a part becomes when it is inserted into a record; undefined if it stays a part. */
  apart?(part: unknown, record: JsonObject): unknown
  /** The edits that remove other mentions of calls or results that are gone from a record. */
  forgets?(value: JsonObject, gone: Gone): readonly Edit[]
  /** The calls that a record beside the conversation mentions; undefined if it mentions none. */
  tells?(value: JsonObject): Told | undefined
  /** The calls of which a record beside the conversation tells how far they came; the last such record counts. */
  progressIn?(value: JsonObject): readonly (readonly [call: string, progress: Progress | undefined])[]
  /** The text of a record that sums up what came before, and where it stands; left out where there are none. */
  summaryIn?(value: JsonObject): { readonly text: string; readonly path: readonly string[] } | undefined
  /** Whether a record is the header of a file; only the first one counts. */
  isHeader?(value: JsonObject): boolean
  /** Whether its agent refuses a file that its header does not open. */
  readonly needsHeader?: boolean
  /** Whether headers of other sessions may follow the first one: a copy keeps all records. */
  readonly repeatsHeader?: boolean
  /** The record that opens a file, made anew where it is lost; left out where a file needs none. */
  header?(entries: readonly Entry[], path: string): JsonObject
  /** The edit that brings back the call of the result at a position of a lane, if the call is in the file and only not sent. */
  uncut?(entries: readonly Entry[], lane: Lane, position: number): Uncut | undefined
  /** Records that take the conversation back to one which is not in the file, and the member that names it. */
  lostRewinds?(entries: readonly Entry[]): {
    readonly records: readonly number[]
    readonly path: readonly string[]
  }
  /** Earlier records whose place a record has taken: they go with it. */
  replacedBy?(entries: readonly Entry[], index: number): readonly number[]
  /** Messages that start a conversation anew only because a note stood last when they were written. */
  secondRoots?(entries: readonly Entry[]): readonly number[]
  /** Answers of a lane that hold reasoning which the agent would send behind other words of one message: it joins neighbours. */
  lateReasoning?(entries: readonly Entry[], lane: Lane): readonly number[]
  /** Records by which a newer version of the agent does not show the session. */
  unseen?(entries: readonly Entry[]): readonly number[]
  /** Records that name a first record which is not in the file, and the edit that names one that is. */
  lostStarts?(entries: readonly Entry[]): readonly Uncut[]
  /** The lock of its writers; left out if they lock nothing. */
  readonly lock?: LockProtocol
  /** Whether a process is this agent at all; other processes are never compared with a session. */
  isProgram?(process: ProcessDetails): boolean
  /** Whether such a process is at work on a session: most agents hold no file open between two lines. */
  isAgent?(process: ProcessDetails, session: AtWork): boolean
  /** How records are hidden that only stand in a row; left out where they can only go. */
  readonly hiding?: Hiding
  /** How its records are numbered; left out where they have no numbers. */
  readonly numbering?: Numbering
  /** Whether files beside a session name its records by position: none comes or goes before the last one. */
  readonly isNamedByPosition?: boolean
  /** How a copy is named; left out where a copy cannot be made by hand. */
  readonly naming?: Naming
  /** How its sessions are kept in a database; left out where they are files. */
  readonly tables?: Tables
  /** How it compresses sessions that nobody went on with for long; left out where it does not. */
  readonly packing?: Packing
  /** The same agent's sessions where it keeps them in databases. */
  readonly inDatabase?: DatabaseStore
}

/** A store whose sessions are the rows of a database. */
export interface DatabaseStore extends Store {
  readonly tables: Tables
}

/** The calls and results that a message held and holds no longer. */
export interface Gone {
  readonly calls: boolean
  readonly results: boolean
}

/** The calls that a record mentions without being a turn. */
export interface Told {
  /** The ids of the calls that it is about. */
  readonly calls: readonly string[]
  /** A message that it repeats. */
  readonly message?: unknown
}

/** A record that says from where on a conversation is sent, and how it has to change. */
export interface Uncut {
  readonly index: number
  readonly edit: Edit
}
