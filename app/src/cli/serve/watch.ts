import { resolve } from 'node:path'
import { watchConfig } from '../../config/index.ts'
import { ownHome } from '../../sessions/find/context.ts'
import { surroundingsOf } from '../../sessions/find/home.ts'
import {
  type AgentConfig,
  type AgentTools,
  agentConfigs,
  createTransitions,
  type ToolRules,
  type Transitions,
} from '../../transition/index.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { interruption } from '../program/interruption.ts'
import { toolRules } from '../program/options.ts'
import { quoteFile } from '../program/program.ts'
import { refuseWords } from '../screen/catalogue.ts'
import { printable } from '../screen/printable.ts'
import { nearHome } from '../sessions/session-names.ts'

/** Follows the config of an agent, and cleans its sessions when it comes to deny tools. */
export async function watch(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'watch')
  const { flags, out, story } = invocation
  const [which, profile] = chosen(invocation)
  const { home } = surroundingsOf(ownHome(), flags.home)
  const path = resolve(flags.config ?? which.pathOf(home))
  const rulesOf = (tools: AgentTools): ToolRules =>
    toolRules(flags, { ...tools, agent: which.agent, profile })
  const first = which.read(path)
  if (!first.ok) throw new CommandError('unreadable', first.error.message, hintFor(invocation))
  const told: string[] = []
  const transitions = createTransitions({
    log: logOn(invocation, told),
    source: path,
    program: invocation.program,
    isDry: flags['dry-run'] === true,
  })
  transitions.apply(undefined, rulesOf(first.value))
  if (flags.once) return end(invocation, transitions, told)
  let { files } = first.value
  const watched = watchConfig(path, {
    also: () => files,
    onChange: () => {
      const read = which.read(path)
      if (!read.ok)
        return out.tell(
          signedLine(invocation, 'warn', `${read.error.message} What was read before stays in effect.`),
        )
      files = read.value.files
      transitions.apply(undefined, rulesOf(read.value))
    },
  })
  const ended = interruption()
  await watched.ready
  // A change between the first reading and the first event would not be seen.
  await watched.now()
  story.tell(`watch: following ${printable(nearHome(path, home.folder))}; Ctrl-C ends it`)
  await ended
  await watched.close()
  await transitions.close()
  return exits.sound
}

/** The config may lie elsewhere. */
function hintFor({ program, flags }: Invocation): string {
  return flags.config === undefined ? `${program} watch --config FILE` : `ls -l ${quoteFile(flags.config)}`
}

/** Waits for what is due, and says whether all of it was done. */
async function end(
  { out, flags }: Invocation,
  transitions: Transitions,
  told: readonly string[],
): Promise<number> {
  const { waiting, failed } = await transitions.idle()
  await transitions.close()
  if (told.length === 0)
    out.tell(`${out.style.paint('green', out.style.good)} no tool became denied since the last time`)
  return flags['dry-run'] === true || waiting + failed === 0 ? exits.sound : exits.safety
}

function chosen({ flags, program }: Invocation): readonly [AgentConfig, string | undefined] {
  const [agent, profile] = flags.agent?.split('/') ?? []
  const which = agentConfigs.find((config) => agent === undefined || config.agent === agent)
  if (which !== undefined) return [which, profile]
  const names = agentConfigs.map((config) => `\`${config.agent}\``).join(', ')
  throw new CommandError(
    'unknown-agent',
    `The config of \`${agent}\` cannot be followed; that of ${names} can. To clean by hand, use \`clean\`.`,
    `${program} clean --help`,
  )
}

function logOn(
  invocation: Invocation,
  told: string[],
): { info(line: string): void; warn(line: string): void } {
  const say = (kind: 'info' | 'warn') => (line: string) => {
    told.push(line)
    invocation.out.tell(signedLine(invocation, kind, line))
  }
  return { info: say('info'), warn: say('warn') }
}

function signedLine({ out: { style } }: Invocation, kind: 'info' | 'warn', line: string): string {
  const sign = kind === 'info' ? style.paint('green', style.good) : style.paint('yellow', style.advice)
  return `${sign} ${printable(line)}`
}
