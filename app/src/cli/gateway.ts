import { type Config, ConfigError, readConfig } from '../config/index.ts'
import { openLog, type RunningGateway, startGateway } from '../gateway/index.ts'
import { answerHead } from './answer.ts'
import { refuseWords } from './catalogue.ts'
import type { Invocation, Screen } from './command.ts'
import { CommandError, exits } from './failure.ts'
import { interruption } from './interruption.ts'
import { quoteFile } from './program.ts'
import { whenTaken } from './taken-port.ts'

/** Is a gateway by a config file, until it is interrupted. */
export async function gateway(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'gateway')
  const { flags, program } = invocation
  const { config: file } = flags
  if (file === undefined)
    throw new CommandError('usage', 'A config is needed.', `${program} gateway --config mortise.yaml`)
  const log = openLog(flags.quiet ? 'error' : 'info')
  const running = await startOn(configIn(file, invocation.story), file, program, { log })
  tellStart(invocation, running)
  await interruption()
  log.info('draining: no new connections are taken')
  await Promise.race([running.drain(), interruption()])
  await running.close()
  return exits.sound
}

/** Reads a config; its mistakes are told, each on a line, and end the command. */
export function configIn(file: string, story: Screen): Config {
  try {
    return readConfig(file)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [only = '', ...more] = error.mistakes
    if (more.length > 0) story.tell([...error.mistakes])
    const message = more.length === 0 ? only : `The config has ${error.mistakes.length} mistakes.`
    throw new CommandError('usage', message, 'docs/gateway.md describes the config.')
  }
}

function startOn(
  config: Config,
  file: string,
  program: string,
  parts: Parameters<typeof startGateway>[1],
): Promise<RunningGateway> {
  const { host, port } = config.listen
  return whenTaken(startGateway(config, parts), (error) => {
    const taken = 'port' in error ? Number(error.port) : port
    return { place: `${host}:${taken}`, hint: `${program} gateway --config ${quoteFile(file)}` }
  })
}

function tellStart({ flags, out }: Invocation, { url, port, admin }: RunningGateway): void {
  const token = admin?.isMade === true ? { token: admin.token } : {}
  if (flags.json) {
    out.json({
      ...answerHead('gateway', { kind: 'gateway' }),
      url,
      port,
      admin: admin?.url ?? null,
      ...token,
    })
    return
  }
  out.tell(`${out.look.paint('green', out.look.good)} gateway on ${out.look.paint('bold', url)}`)
  if (admin === undefined) return
  const made = admin.isMade ? `, with this token: ${admin.token}` : ''
  out.tell(`  metrics and events on ${admin.url}${made}`)
}
