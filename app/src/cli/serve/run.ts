import { spawn } from 'node:child_process'
import { constants, homedir } from 'node:os'
import { type AgentPlan, type Guidance, planFor } from '../../agents/index.ts'
import { type Config, checkedConfig } from '../../config/index.ts'
import { type RunningGateway, silentLog, startGateway } from '../../gateway/index.ts'
import { configIn } from '../config/config-file.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation, Screen } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { quote } from '../program/program.ts'
import { count } from '../screen/printable.ts'
import { paragraph } from '../screen/wrap.ts'
import { environmentConfig, loginUpstream } from './run-upstreams.ts'

/** Runs a command behind a gateway of its own. */
export async function run(invocation: Invocation): Promise<number> {
  const { words, flags, program, story } = invocation
  const [command, ...rest] = words
  if (command === undefined)
    throw new CommandError('usage', 'A command to run is needed, after `--`.', `${program} run -- claude`)
  const plan = planHere(command, rest)
  const config = configOf(flags.config, plan, story)
  if (flags['print-env']) return printGuidance(invocation, config, plan)
  const running = await startGateway(config, partsFor(flags.config, plan))
  const guidance = guidanceTo(running.url, config, plan)
  const tally = watch(running, guidance)
  story.tell(...guidance.notes.map(asNote))
  const exit = await finished(command, guidance.words(rest), guidance.environment).finally(running.close)
  story.tell(...tally())
  return exit
}

function planHere(command: string, words: readonly string[]): AgentPlan {
  const places = { home: homedir(), folder: process.cwd(), system: '/etc' }
  return planFor(command, { environment: process.env, words, ...places })
}

/** A private gateway: only the command that is run knows where it is. */
function configOf(file: string | undefined, plan: AgentPlan, story: Screen): Config {
  if (file === undefined) return checkedConfig(environmentConfig(plan.environment))
  return { ...configIn(file, story), listen: { host: '127.0.0.1', port: 0 }, admin: false }
}

function partsFor(file: string | undefined, plan: AgentPlan): Parameters<typeof startGateway>[1] {
  const choosesLogin = file === undefined && plan.isLoginElsewhere !== true
  return { log: silentLog(), ...(choosesLogin ? { choose: loginUpstream } : {}) }
}

function guidanceTo(url: string, config: Config, plan: AgentPlan): Guidance {
  const anthropic = Object.values(config.upstreams).find(({ api }) => api.startsWith('anthropic'))
  const isAnthropicOwn = anthropic?.url.hostname === 'api.anthropic.com'
  return plan.guide({ url, isAnthropicOwn })
}

/** For a gateway that somebody starts by hand, at the address of its config. */
function printGuidance({ flags, words, out, story }: Invocation, config: Config, plan: AgentPlan): number {
  const { host, port } = flags.config === undefined ? usualAddress : configIn(flags.config, story).listen
  const guidance = guidanceTo(`http://${host}:${port}`, config, plan)
  const [command = '', ...rest] = words
  const line = [command, ...guidance.words(rest)]
  story.tell(...guidance.notes.map(asNote))
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

function asNote(note: string): string {
  return paragraph('mortise: ', note)
}

/** Counts the requests that pass, until it is asked. */
function watch({ gateway }: RunningGateway, { notes }: Guidance): () => readonly string[] {
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
    const line = `mortise: ${count(gateway.taken, 'request')}, ${mended} mended${byRule}`
    return gateway.taken > 0 ? [line] : [line, ...(notes[0] === undefined ? silence : notes).map(asNote)]
  }
}

/** The likely reason if no request came from a command that was told where to send them. */
const silence = [
  'The command sent no request, or it reads the address of its API from a config of its own: put the address of a `mortise gateway` there.',
]

/** Runs the command with this process's own input and output, and gives its exit code. */
function finished(
  command: string,
  words: readonly string[],
  environment: Guidance['environment'],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: 'inherit', env: { ...process.env, ...environment } })
    // Ctrl-C reaches the command itself; it decides when it ends.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.name
      const why = code === 'ENOENT' ? 'There is no command' : `(${code}) It cannot be started:`
      reject(new CommandError('usage', `${why} \`${command}\`.`, 'mortise run -- COMMAND'))
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)))
  })
}
