import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { type Config, checkedConfig } from '../../config/index.ts'
import { type RunningGateway, silentLog, startGateway } from '../../gateway/index.ts'
import { configIn } from '../config/config-file.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation, Screen } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { onInterrupt } from '../program/interruption.ts'
import { quote } from '../program/program.ts'
import { count } from '../screen/printable.ts'
import { type Guidance, guidanceFor } from './run-table.ts'
import { environmentConfig, loginUpstream } from './run-upstreams.ts'

/** Runs a command behind a gateway of its own. */
export async function run(invocation: Invocation): Promise<number> {
  const { words, flags, program, story } = invocation
  const [command, ...rest] = words
  if (command === undefined)
    throw new CommandError('usage', 'A command to run is needed, after `--`.', `${program} run -- claude`)
  const config = configOf(flags.config, story)
  if (flags['print-env']) return printGuidance(invocation, config, command, rest)
  const running = await startGateway(config, partsFor(flags.config))
  const tally = watch(running)
  try {
    const guidance = guidanceTo(running.url, config, command)
    story.tell(...guidance.notes.map((note) => `mortise: ${note}`))
    return await finished(command, [...guidance.arguments, ...rest], guidance.environment)
  } finally {
    await running.close()
    story.tell(tally())
  }
}

/** A private gateway: only the command that is run knows where it is. */
function configOf(file: string | undefined, story: Screen): Config {
  if (file === undefined) return checkedConfig(environmentConfig(process.env))
  return { ...configIn(file, story), listen: { host: '127.0.0.1', port: 0 }, admin: false }
}

function partsFor(file: string | undefined): Parameters<typeof startGateway>[1] {
  return { log: silentLog(), ...(file === undefined ? { choose: loginUpstream } : {}) }
}

function guidanceTo(url: string, config: Config, command: string): Guidance {
  const anthropic = Object.values(config.upstreams).find(({ api }) => api.startsWith('anthropic'))
  const isAnthropicOwn = anthropic?.url.hostname === 'api.anthropic.com'
  return guidanceFor(command, { url, environment: process.env, isAnthropicOwn })
}

/** For a gateway that somebody starts by hand, at the address of its config. */
function printGuidance(
  { flags, out, story }: Invocation,
  config: Config,
  command: string,
  rest: readonly string[],
): number {
  const { host, port } = flags.config === undefined ? usualAddress : configIn(flags.config, story).listen
  const guidance = guidanceTo(`http://${host}:${port}`, config, command)
  const line = [command, ...guidance.arguments, ...rest]
  story.tell(...guidance.notes.map((note) => `mortise: ${note}`))
  if (flags.json)
    out.json({
      ...answerHead('run', { kind: 'command' }),
      environment: guidance.environment,
      arguments: line,
    })
  else {
    const variables = Object.entries(guidance.environment).map(
      ([name, value]) => `export ${name}=${quote(value)}`,
    )
    out.tell(...variables, line.map(quote).join(' '))
  }
  return exits.sound
}

const usualAddress = { host: '127.0.0.1', port: 4141 }

/** Counts what passes, until it is asked. */
function watch({ gateway }: RunningGateway): () => string {
  const rules = new Map<string, number>()
  let mended = 0
  gateway.events.listen(({ action, findings }) => {
    if (action !== 'mended' && action !== 'retried') return
    mended += 1
    for (const { rule } of findings) rules.set(rule, (rules.get(rule) ?? 0) + 1)
  })
  return () => {
    const named = [...rules].map(([rule, times]) => `${rule} ${times}`).join(', ')
    const byRule = named === '' ? '' : `: ${named}`
    return `mortise: ${count(gateway.taken, 'request')}, ${mended} mended${byRule}`
  }
}

/** Runs the command with this process's own input and output, and gives its exit code. */
function finished(
  command: string,
  words: readonly string[],
  environment: Guidance['environment'],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: 'inherit', env: { ...process.env, ...environment } })
    // Ctrl-C reaches the command itself; it decides when it ends.
    onInterrupt(() => undefined)
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.name
      const why = code === 'ENOENT' ? 'There is no command' : `(${code}) It cannot be started:`
      reject(new CommandError('usage', `${why} \`${command}\`.`, 'mortise run -- COMMAND'))
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)))
  })
}
