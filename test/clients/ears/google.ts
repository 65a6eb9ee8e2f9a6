import { GoogleGenAI, type Part } from '@google/genai'
import { asking, type Ear, type Heard, tool } from './ear.ts'

export const google: Ear = {
  name: '@google/genai',
  hasThoughts: true,
  async hear(baseUrl, scenario, isStreaming, wrap) {
    const { models } = wrap(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } }))
    const declaration = { name: tool.name, parametersJsonSchema: tool.schema }
    const request = {
      model: 'gemini-3-pro',
      contents: 'x',
      config: {
        tools: [{ functionDeclarations: [declaration] }],
        httpOptions: { headers: asking(scenario) },
      },
    }
    if (!isStreaming) return heardIn(partsOf(await models.generateContent(request)))
    const parts: Part[] = []
    for await (const chunk of await models.generateContentStream(request)) parts.push(...partsOf(chunk))
    return heardIn(parts)
  },
}

function partsOf({ candidates }: { candidates?: { content?: { parts?: Part[] } }[] }): readonly Part[] {
  return candidates?.[0]?.content?.parts ?? []
}

/** The client hands on pieces of text as they come: those beside each other are one. */
function heardIn(parts: readonly Part[]): readonly Heard[] {
  const heard: Heard[] = []
  for (const { text = '', thought, functionCall } of parts) {
    const before = heard.at(-1)
    if (functionCall !== undefined) heard.push({ call: functionCall.name ?? '', input: functionCall.args })
    else if (thought) heard.push({ thinking: joined(heard, before, 'thinking') + text })
    else heard.push({ text: joined(heard, before, 'text') + text })
  }
  return heard
}

function joined(heard: Heard[], before: Heard | undefined, kind: 'text' | 'thinking'): string {
  const words = before !== undefined && kind in before ? Object.values(before)[0] : undefined
  if (typeof words !== 'string') return ''
  heard.pop()
  return words
}
