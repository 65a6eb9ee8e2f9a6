// @ts-check
// An agent that can be stopped at any moment: by a signal, a timeout, an error, a kill. Run it: node examples/agent-loop.js
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileSink, openLedger } from 'mortise/ledger'

/**
 * Asks the model, runs its tools, and asks again until it has nothing more to do.
 * @typedef {(args: any, signal: AbortSignal) => unknown} Tool
 * @param {{ ledger: import('mortise/ledger').Ledger, ask: (messages: readonly unknown[], signal: AbortSignal) => Promise<unknown>,
 *   tools: Record<string, Tool>, signal: AbortSignal, timeout?: number, most?: number }} agent
 */
export async function runAgent({ ledger, ask, tools, signal, timeout = 60_000, most = 20 }) {
  for (let step = 0; step < most; step++) {
    if (signal.aborted) return 'cancelled'
    const turn = ledger.turn(await ask(ledger.messages(), signal))
    if (turn.calls.length === 0) return 'done'
    const runTool = (/** @type {any} */ call, /** @type {AbortSignal} */ stop) => {
      const tool = tools[call.name]
      if (tool === undefined) throw new Error(`There is no tool ${call.name}.`)
      return tool(call.arguments, stop)
    }
    const { cancelled, unsaved } = await turn.run(runTool, { signal, timeout, concurrency: 4 })
    if (unsaved !== undefined) throw unsaved
    if (cancelled) return 'cancelled'
  }
  return 'too many steps'
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const ledger = openLedger({ api: 'deepseek', sink: await fileSink(join(tmpdir(), 'agent-loop.jsonl')) })
  const call = {
    id: `call_${ledger.messages().length}`,
    type: 'function',
    function: { name: 'wait', arguments: '{}' },
  }
  const answers = [
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'assistant', content: 'Done.' },
  ]
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  await ledger.user('Wait a second, please.')
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1000, 'A second has passed.'))
  console.log(
    await runAgent({ ledger, ask: async () => answers.shift(), tools: { wait }, signal: stop.signal }),
  )
  console.log(JSON.stringify(ledger.messages(), null, 2))
  await ledger.close()
}
