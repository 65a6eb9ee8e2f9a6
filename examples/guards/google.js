import { GoogleGenAI } from '@google/genai'
import { guard } from '@mortise/core/guard'

// Two tools ran at the same time, and only one of them came back.
const request = {
  model: 'gemini-2.5-flash',
  contents: [
    { role: 'user', parts: [{ text: 'Are the builds green?' }] },
    {
      role: 'model',
      parts: ['linux', 'macos'].map((os) => ({ functionCall: { name: 'build', args: { os } } })),
    },
    { role: 'user', parts: [{ functionResponse: { name: 'build', response: { output: 'green' } } }] },
  ],
}

const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: process.env.PROVIDER_URL ?? '' } })
await client.models.generateContent(request).catch((error) => console.log(`without: ${error.message}`))

const { candidates } = await guard(client).models.generateContent(request)
console.log(`with: ${candidates?.[0]?.finishReason}`)
