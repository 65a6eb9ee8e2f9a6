import { type Content, type GenerateContentParameters, GoogleGenAI } from '@google/genai'
import { guard } from '@mortise/core/guard'
import { type Driver, ids, text } from '../driver.ts'

export const google: Driver = {
  name: '@google/genai',
  api: 'gemini',
  connect(baseUrl, options) {
    const bare = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } })
    const client: GoogleGenAI = options === undefined ? bare : guard(bare, options)
    return async (request, { isStreaming, signal }) => {
      const params = { ...(request as GenerateContentParameters) }
      if (signal !== undefined) params.config = { ...params.config, abortSignal: signal }
      if (!isStreaming) return (await client.models.generateContent(params)).text ?? ''
      let answer = ''
      for await (const chunk of await client.models.generateContentStream(params)) answer += chunk.text ?? ''
      return answer
    }
  },
  sound: (calls, size) => request(contents(calls, size)),
  broken: (calls, size) =>
    request([...contents(calls, size).slice(0, -1), { role: 'user', parts: [{ text: 'Go on.' }] }]),
  says: /the number of function response parts is equal to the number of function call parts/,
}

function request(list: Content[]): GenerateContentParameters {
  return { model: 'gemini-2.5-flash', contents: list }
}

function contents(calls: number, size: number): Content[] {
  return [
    { role: 'user', parts: [{ text: 'Look around.' }] },
    ...ids(calls).flatMap((id): Content[] => [
      { role: 'model', parts: [{ functionCall: { id, name: 'look', args: { at: id } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id, name: 'look', response: { output: text(size) } } }],
      },
    ]),
  ]
}
