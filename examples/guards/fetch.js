import { guardFetch } from '@mortise/core/guard'

// For whatever has no guard of its own, be it a program without any client.
const body = JSON.stringify({
  model: 'deepseek-chat',
  messages: [
    { role: 'user', content: 'Is the build green?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_01', type: 'function', function: { name: 'build', arguments: '{}' } }],
    },
    { role: 'user', content: 'Never mind. What is the date?' },
  ],
})

const url = `${process.env.PROVIDER_URL}/v1/chat/completions`
const refused = await fetch(url, { method: 'POST', body })
console.log(`without: ${refused.status}`)

const guardedFetch = guardFetch(fetch)
const taken = await guardedFetch(url, { method: 'POST', body })
console.log(`with: ${taken.status}`)
