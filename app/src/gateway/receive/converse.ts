import type { ConversationPath } from '../../http/paths.ts'
import { objectIn } from '../judge/mend.ts'
import type { Call } from '../parts.ts'
import { traceTalk } from '../report/spans.ts'
import { convertAndSend } from '../send/cross.ts'
import { headerIn } from '../send/headers.ts'
import { sendSame } from '../send/same.ts'
import type { Upstream } from '../send/upstream.ts'
import { refuse } from './own-answer.ts'
import type { Route } from './routes.ts'
import { readTalk, type Talk } from './talk.ts'

/** Answers a request at a path of a conversation: reads it, finds its route, and sends it on. */
export async function converse(call: Call, path: ConversationPath): Promise<void> {
  const talk = await readTalk(call, path)
  if (talk === undefined) return
  const route = routeFor(talk)
  if (route === undefined) return
  traceTalk(talk, route)
  await deliver(talk, route)
}

function routeFor(talk: Talk): Route | undefined {
  const { call, path, model } = talk
  const named = namedUpstream(call)
  const route = call.parts.findRoute({ path, model, named, client: call.client })
  if (route === 'none' && isNoObject(talk))
    refuse(call, { status: 400, kind: 'broken-json', message: 'The body of the request is no JSON object.' })
  else if (route === 'none')
    refuse(call, { status: 404, message: 'No route of this gateway takes this path and this model.' })
  if (route === 'closed')
    refuse(call, { status: 403, message: 'This route of the gateway is not open to this key.' })
  return typeof route === 'object' ? route : undefined
}

/** Whether a body names no model because it is no JSON object; one that is too long to be parsed here is taken for one. */
function isNoObject({ model, readable, weight }: Talk): boolean {
  return (
    model === undefined && readable !== undefined && weight !== 'huge' && objectIn(readable) === undefined
  )
}

/** The prefixes that are the name of an API, and not of an upstream. */
const common: ReadonlySet<string> = new Set(['anthropic', 'openai', 'gemini', 'bedrock', 'antigravity'])

/** The upstream that a request names: by a header, or in front of its path. */
function namedUpstream({ parts, path, visit }: Call): Upstream | undefined {
  const chosen = parts.choose((name) => headerIn(visit.headers, name))
  if (chosen !== undefined) return parts.upstreams.get(chosen)
  const { prefix } = path
  return prefix === undefined || common.has(prefix) ? undefined : parts.upstreams.get(prefix)
}

/** Sends a conversation to the first upstream of its route that answers. */
async function deliver(talk: Talk, route: Route): Promise<void> {
  const { notes } = talk.call
  notes.route = route.name
  for (const [index, target] of route.targets.entries()) {
    notes.upstream = target.upstream.name
    const isLast = index === route.targets.length - 1
    const isSame = target.upstream.format === talk.path.format
    const isDone = isSame
      ? await sendSame(talk, route, target, isLast)
      : await convertAndSend(talk, route, target, isLast)
    if (isDone) return
  }
}
