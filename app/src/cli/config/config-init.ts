import { writeFileSync } from 'node:fs'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { quote } from '../program/program.ts'
import { refuseWords } from '../screen/catalogue.ts'
import { pasted } from '../screen/wrap.ts'

/** Writes a config to start from, if no file stands at its place. */
export async function configInit(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'config init')
  const { flags, out, program } = invocation
  const path = flags.config ?? 'mortise.yaml'
  const named = flags.config === undefined ? '' : ` --config ${quote(path)}`
  try {
    writeFileSync(path, first, { flag: 'wx' })
  } catch (error) {
    throw unwritten(error, path, `${program} config check${named}`)
  }
  if (flags.json) {
    out.json(answerHead('config init', { kind: 'config', path }))
    return exits.sound
  }
  out.tell(
    `${out.style.good} written: ${path}`,
    pasted('  start the gateway: ', `${program} gateway${named}`),
    '  point a client at it: http://127.0.0.1:4141, or http://127.0.0.1:4141/v1 for OpenAI',
  )
  return exits.sound
}

function unwritten(error: unknown, path: string, check: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EEXIST')
    return new CommandError('exists', `\`${path}\` exists already; nothing was written.`, check)
  return typeof code === 'string'
    ? new CommandError('cannot-write', `\`${path}\` cannot be written (${code}).`)
    : error
}

const first = `# The gateway of Mortise. A saved change takes effect at once. All members: mortise config schema
listen: 127.0.0.1:4141
admin: { listen: 127.0.0.1:4142 }

# Clients send their own keys, and these pass. To keep a key here instead: key: "\${ANTHROPIC_API_KEY}"
upstreams:
  anthropic: { url: "https://api.anthropic.com", api: anthropic }
  openai: { url: "https://api.openai.com/v1", api: openai }
  openai-responses: { url: "https://api.openai.com/v1", api: openai-responses }
  gemini: { url: "https://generativelanguage.googleapis.com", api: gemini }

# Tools that no model may call from now on; their calls leave the history of each request, too.
tools:
  deny: []
`
