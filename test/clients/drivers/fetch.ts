import { guardFetch } from '@mortise/core/guard'
import type { Driver } from '../driver.ts'
import { anthropic } from './anthropic.ts'

/** No client at all: a text is posted, and what comes back is read. */
export const bareFetch: Driver = {
  ...anthropic,
  name: 'fetch',
  connect(url, options) {
    const send = options === undefined ? fetch : guardFetch(fetch, options)
    return async (request, { isStreaming, signal }) => {
      const body = JSON.stringify({ ...request, stream: isStreaming })
      const headers = { 'content-type': 'application/json' }
      const response = await send(`${url}/v1/messages`, {
        method: 'POST',
        body,
        headers,
        ...(signal && { signal }),
      })
      const text = await response.text()
      const [failure] = /"type":"error".*/.exec(text) ?? []
      if (!response.ok || failure !== undefined)
        throw Object.assign(new Error(failure), { status: response.status })
      return text
    }
  },
}
