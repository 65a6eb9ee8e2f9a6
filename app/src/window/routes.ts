import { MortiseError, type PolicyCalls, type PolicyName, policies } from '@mortise/core'
import { valueIn } from '../disk/index.ts'
import { judgePaste } from '../documents/paste.ts'
import { begin, headerOf, type Request, type Response, readBody } from '../http/exchange.ts'
import { bundleOf } from '../report/bundle.ts'
import { reportOf } from '../report/report.ts'
import { findAll, type SessionContext } from '../sessions/find/context.ts'
import type { JudgedSession } from '../sessions/judge/judge.ts'
import type { Failure, Start } from './api.ts'
import { denyTools, rehearseDeny, undoDeny } from './deny.ts'
import type { WindowDoor } from './door.ts'
import type { GatewaySource } from './gateway-source.ts'
import { mendFromPage, operationsOn, reverseFromPage } from './mend.ts'
import { safe } from './safe-headers.ts'
import { listSessions, type SessionWatch, search } from './sessions.ts'
import { openStream, type PageListener } from './stream.ts'
import type { Transcripts } from './transcripts.ts'

/** Everything that the answers need. */
export interface WindowContext {
  readonly version: string
  readonly door: WindowDoor
  context(): SessionContext
  readonly watch: SessionWatch
  readonly transcripts: Transcripts
  readonly gateway: GatewaySource | undefined
  readonly streams: Set<PageListener>
}

/** The wishes of a request: the members of its address, or of the JSON that it sends. */
type AddressMembers = Readonly<Record<string, unknown>>
type Answering = (room: WindowContext, asked: AddressMembers) => unknown

/** The questions that are answered. */
const questions: Readonly<Record<string, Answering>> = {
  '/api/start': ({ version, door, context, gateway }): Start => ({
    version,
    change: door.change,
    home: context().home.folder,
    hasGateway: gateway !== undefined,
    policies: Object.keys(policies).filter(isPolicy),
  }),
  '/api/sessions': ({ context }, { most }) => listSessions(context(), numberIn(most)),
  '/api/search': ({ context }, { text }) => search(context(), textIn(text)),
  '/api/session': (room, { path }) => {
    const context = room.context()
    return room.transcripts.page(context, sessionAt(context, path))
  },
  '/api/turns': (room, { path, lane, from, to }) => {
    const context = room.context()
    const first = numberIn(from) ?? 0
    const last = Math.min(numberIn(to) ?? 0, first + mostTurns)
    return room.transcripts.turns(context, sessionAt(context, path), numberIn(lane) ?? 0, first, last)
  },
  '/api/text': (room, { path, lane, turn, part }) => {
    const context = room.context()
    const [at, turnAt, partAt] = [lane, turn, part].map((each) => numberIn(each) ?? 0)
    const session = sessionAt(context, path)
    return { text: room.transcripts.text(context, session, at ?? 0, turnAt ?? 0, partAt ?? 0) }
  },
  '/api/log': ({ context }, { path }) => ({ operations: operationsOn(context(), textIn(path)) }),
  '/api/gateway': ({ gateway }) => neededGateway(gateway).facts(),
}

/** The changes that are made, each by a POST with the token of changes. */
const changes: Readonly<Record<string, Answering>> = {
  '/api/mend': async ({ context }, { path, policy, rows, calls, plan, isFork }) => {
    const own = context()
    const session = sessionAt(own, path)
    const preset = isPolicy(textIn(policy)) ? textIn(policy) : 'keep'
    const chosen = { preset: preset as PolicyName, rows: rowsIn(rows), calls: callsIn(calls) }
    const wish = { policy: chosen, plan: plan === undefined ? plan : textIn(plan), isFork: isFork === true }
    const answer = await mendFromPage(own, session, wish)
    own.index.save()
    return answer
  },
  '/api/paste': (_, { text, api, policy, to }) => {
    const names = { api: textIn(api), to: textIn(to) }
    const preset = textIn(policy)
    return judgePaste({
      text: textIn(text),
      ...(names.api === '' ? {} : { api: names.api }),
      ...(names.to === '' ? {} : { to: names.to }),
      ...(isPolicy(preset) ? { policy: preset } : {}),
    })
  },
  '/api/deny': ({ gateway, version }, { tools, isDry }) => {
    const own = neededGateway(gateway)
    const patterns = textsIn(tools)
    return isDry === true ? rehearseDeny(own, patterns, version) : denyTools(own, patterns)
  },
  '/api/deny/undo': ({ gateway, context, version }, { operation }) =>
    undoDeny(neededGateway(gateway), context(), textIn(operation), version),
  '/api/undo': ({ context }, { path }) => reverseAt(context(), 'undo', path),
  '/api/redo': ({ context }, { path }) => reverseAt(context(), 'redo', path),
}

const mostTurns = 400
const mostBytes = 64 << 20

/** Answers a request of a browser that was let in. */
export async function answerRequest(
  room: WindowContext,
  request: Request,
  response: Response,
  url: URL,
): Promise<void> {
  const { pathname } = url
  if (pathname === '/api/events' && request.method === 'GET') {
    openStream(room, response)
    return
  }
  if (pathname === '/api/report' && request.method === 'GET') return download(room, response, url)
  const isChange = Object.hasOwn(changes, pathname)
  const answer = isChange ? changes[pathname] : Object.hasOwn(questions, pathname) && questions[pathname]
  const wanted = isChange ? 'POST' : 'GET'
  if (!answer) return fail(response, 404, 'not-found', 'There is no such page.')
  if (request.method !== wanted) return fail(response, 405, 'usage', `Only ${wanted} is answered here.`)
  if (isChange && !room.door.isOwnChange(request))
    return fail(response, 403, 'usage', 'A change needs the token that this page was given.')
  try {
    const asked = isChange ? await bodyOf(request) : Object.fromEntries(url.searchParams)
    send(response, 200, await answer(room, asked))
  } catch (thrown) {
    if (thrown instanceof MortiseError) fail(response, 409, thrown.code, thrown.message, thrown.hint)
    else fail(response, 500, 'bug', `This is a bug in Mortise, please report it: ${String(thrown)}`)
  }
}

/** Sends a report or a bundle as a file; a browser saves it, and shows nothing of it as a page. */
function download(room: WindowContext, response: Response, url: URL): void {
  try {
    const context = room.context()
    const session = sessionAt(context, url.searchParams.get('path'))
    const isBundle = url.searchParams.get('as') === 'bundle'
    const text = isBundle
      ? JSON.stringify(valueIn(bundleOf(context, session)), null, 2)
      : valueIn(reportOf(context, session))
    begin(response, 200, {
      ...safe,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="mortise-${isBundle ? 'bundle.json' : 'report.html'}"`,
    })
    response.end(text)
  } catch (thrown) {
    if (thrown instanceof MortiseError) fail(response, 409, thrown.code, thrown.message)
    else fail(response, 500, 'bug', `This is a bug in Mortise, please report it: ${String(thrown)}`)
  }
}

async function bodyOf(request: Request): Promise<AddressMembers> {
  const [type] = (headerOf(request, 'content-type') ?? '').split(';')
  if (type?.trim() !== 'application/json') throw new MortiseError('usage', 'A change is sent as JSON.')
  const body = await readBody(request, mostBytes)
  if (body.state !== 'whole')
    throw new MortiseError('too-large', 'This is more than can be sent here: 64 MB.')
  try {
    const value: unknown = JSON.parse(body.bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as AddressMembers
  } catch {
    // Told below.
  }
  throw new MortiseError('usage', 'A change is sent as a JSON object.')
}

/** The session at a path; only sessions that were found where agents keep theirs are ever read. */
function sessionAt(context: SessionContext, path: unknown): JudgedSession {
  const found = findAll(context).found.find(({ target }) => target.path === path)
  if (found === undefined) throw new MortiseError('not-found', 'This session is no longer there.')
  return context.judge(found)
}

async function reverseAt(context: SessionContext, act: 'undo' | 'redo', path: unknown): Promise<unknown> {
  return reverseFromPage(context, act, sessionAt(context, path).target.path)
}

function neededGateway(gateway: GatewaySource | undefined): GatewaySource {
  if (gateway !== undefined) return gateway
  throw new MortiseError('no-gateway', 'No gateway runs behind this page.')
}

function isPolicy(name: string): name is PolicyName {
  return Object.hasOwn(policies, name)
}

type RemedyRows = (typeof policies)[PolicyName]['rows']

/** Remedies by rule, as the page chose them; the engine refuses what it does not know. */
function rowsIn(rows: unknown): RemedyRows {
  return typeof rows === 'object' && rows !== null ? (rows as RemedyRows) : {}
}

/** Remedies for single findings by rule and call, as the page chose them. */
function callsIn(calls: unknown): PolicyCalls {
  return typeof calls === 'object' && calls !== null ? (calls as PolicyCalls) : {}
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function numberIn(value: unknown): number | undefined {
  return /^\d{1,9}$/.test(textIn(value)) ? Number(value) : undefined
}

function send(response: Response, status: number, value: unknown): void {
  begin(response, status, { ...safe, 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

function fail(response: Response, status: number, code: string, message: string, hint?: string): void {
  const failure: Failure = { error: { code, message, ...(hint === undefined ? {} : { hint }) } }
  send(response, status, failure)
}
