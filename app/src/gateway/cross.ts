import { countsTokens, estimatedCount } from './count.ts'
import { refuse, sendOwn } from './own-answer.ts'
import type { Route, Target } from './routes.ts'
import type { Talk } from './talk.ts'

/** Answers a conversation whose upstream speaks another format. Gives whether it was answered, or cannot be. */
export async function convertAndSend(
  talk: Talk,
  _route: Route,
  target: Target,
  _isLast: boolean,
): Promise<boolean> {
  const { call, path, readable } = talk
  if (path.task === 'count') {
    sendEstimate(talk)
    return true
  }
  if (readable === undefined) {
    refuse(call, { status: 400, kind: 'broken-json', message: 'The body of the request cannot be read.' })
    return true
  }
  call.parts.metrics.failed('convert')
  refuse(call, {
    status: 502,
    kind: 'failing',
    message: `The upstream \`${target.upstream.name}\` speaks ${target.upstream.format}, and this gateway cannot convert ${path.format} to it yet.`,
  })
  return true
}

/** Answers a request to count tokens by an estimate, and says that it is one. */
export function sendEstimate({ call, path, readable }: Talk): void {
  const text = readable === undefined ? '' : Buffer.concat(readable.pieces).toString()
  const headers = ['content-type', 'application/json', 'x-mortise-estimated', '1']
  sendOwn(call.visit, { status: 200, headers, body: estimatedCount(path.format, text) }, call.id)
}

export { countsTokens }
