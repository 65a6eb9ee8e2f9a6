// An agent that may be stopped at any moment. Run it, stop it, kill it and run it again: node examples/agent-loop.js
import { fileSink, openLedger } from 'mortise/ledger'

/**
 * Asks the model, runs its tools, and asks again until it has nothing more to do.
 * @param {{ ledger: import('mortise/ledger').Ledger, ask: Function, tools: Record<string, Function>,
 *   signal: AbortSignal, timeout?: number, most?: number }} agent
 */
export async function runAgent({ ledger, ask, tools, signal, timeout = 60_000, most = 20 }) {
  for (let step = 0; step < most; step++) {
    if (signal.aborted) return 'cancelled'
    const turn = ledger.turn(await ask(ledger.messages(), signal))
    if (turn.calls.length === 0) return 'done'
    const { cancelled, unsaved } = await turn.run(
      ({ name = '', arguments: given }, stop) => {
        if (tools[name] === undefined) throw new Error(`There is no tool ${name}.`)
        return tools[name](given, stop)
      },
      { signal, timeout, concurrency: 4 },
    )
    if (unsaved !== undefined) throw unsaved
    if (cancelled) return 'cancelled'
  }
  return 'too many steps'
}

if (process.argv[1]?.endsWith('agent-loop.js')) {
  const ledger = openLedger({ api: 'deepseek', sink: await fileSink('agent-loop.jsonl') })
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  // A model that asks for one tool, and is content with whatever comes of it.
  const call = { id: `c${ledger.messages().length}`, function: { name: 'wait', arguments: '{}' } }
  const answers = [{ tool_calls: [{ type: 'function', ...call }] }, { content: 'Thank you.' }]
  const ask = async () => ({ role: 'assistant', content: '', ...answers.shift() })
  const wait = () => new Promise((resolve) => setTimeout(resolve, 3000, 'Three seconds have passed.'))
  await ledger.user('Wait a little, please.')
  console.log(await runAgent({ ledger, ask, tools: { wait }, signal: stop.signal }))
  console.log(JSON.stringify(ledger.messages(), null, 2))
  await ledger.close()
}
