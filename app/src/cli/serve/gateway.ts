import { resolve } from 'node:path'
import { memberIn } from '../../config/index.ts'
import type { FleetGatewayOptions, FleetLog } from '../../fleet/index.ts'
import {
  type FollowingGateway,
  followConfig,
  type OnApplied,
  openLog,
  type RunningGateway,
} from '../../gateway/index.ts'
import { configIn, storeRules, surroundings, toldMistakes, usedConfig } from '../config/config-file.ts'
import { textIn } from '../config/config-member.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { collectSeldom } from '../program/engine-flags.ts'
import { exits } from '../program/failure.ts'
import { interruption } from '../program/interruption.ts'
import { quoteFile } from '../program/program.ts'
import { refuseWords } from '../screen/catalogue.ts'
import { contextOf } from '../sessions/context.ts'
import { version } from '../version.ts'
import { type AfterConfig, cleaningAfter } from './cleaning-after.ts'
import { type GatewayPage, gatewayPage } from './gateway-page.ts'
import type { Nodes } from './page-source.ts'
import { whenTaken } from './taken-port.ts'

/** Is a gateway by a config file, which it follows, until it is interrupted. */
export async function gateway(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'gateway')
  collectSeldom()
  const file = usedConfig(invocation)
  const log = openLog(invocation.flags.quiet ? 'error' : 'info')
  // The sessions of a fleet are cleaned by its jobs.
  const isFleet = memberIn(textIn(file), file, ['database']) !== undefined
  const page = gatewayPage(invocation, resolve(file))
  const { onApplied, close } = isFleet ? noCleaning : cleaningAfter(file, log, invocation.program, page)
  const how = isFleet ? 'fleet' : onApplied
  const following = await startOn(file, invocation, { log, page: page.listener }, how)
  const { running } = following
  page.show(running, following.nodes)
  const hangUp = (): void => void following.reload()
  process.on('SIGHUP', hangUp)
  const ended = interruption()
  tellStart(invocation, running)
  log.info({ url: running.url, admin: running.admin?.url ?? null }, 'the gateway listens')
  await ended
  log.info('draining: no new connections are taken')
  process.off('SIGHUP', hangUp)
  page.close()
  await following.stop()
  await Promise.race([running.drain(), interruption()])
  await Promise.all([running.close(), close()])
  return exits.sound
}

const noCleaning: AfterConfig = { onApplied: () => undefined, close: async () => undefined }

type Logger = ReturnType<typeof openLog>
type Following = Pick<FollowingGateway, 'running' | 'reload' | 'stop'> & { readonly nodes?: Nodes }

function startOn(
  file: string,
  { flags, program, story }: Invocation,
  given: { readonly log: Logger; readonly page: GatewayPage['listener'] },
  how: OnApplied | 'fleet',
): Promise<Following> {
  const { host, port } = configIn(file, story).listen
  const parts = {
    ...given,
    logsAccess: flags['access-log'] === true,
    showsBodies: flags['show-bodies'] === true,
    ownsProcess: true,
  }
  const options = { parts, surroundings, rules: storeRules }
  const following: Promise<Following> =
    how === 'fleet' ? inFleet(file, options) : followConfig(file, { ...options, onApplied: how })
  const starting = following.catch((error) => {
    throw toldMistakes(error, story)
  })
  return whenTaken(starting, (error) => {
    const taken = 'port' in error ? Number(error.port) : port
    return { place: `${host}:${taken}`, hint: `${program} gateway --config ${quoteFile(file)}` }
  })
}

/** Starts a gateway of a fleet; one machine alone loads nothing of this. */
async function inFleet(
  file: string,
  options: Pick<FleetGatewayOptions, 'parts' | 'surroundings' | 'rules'> & { parts: { log: Logger } },
): Promise<Following> {
  const { followFleet } = await import('../../fleet/index.ts')
  const { log } = options.parts
  const told: FleetLog = { info: (line) => log.info(line), warn: (line) => log.warn(line) }
  const { disk } = contextOf({})
  const { following, stop, node } = await followFleet({
    ...options,
    file,
    version: version(),
    log: told,
    disk,
  })
  return { running: following.running, reload: following.reload, stop, nodes: () => node.nodes() }
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
  out.tell(`${out.style.paint('green', out.style.good)} gateway on ${out.style.paint('bold', url)}`)
  if (admin === undefined) return
  const made = admin.isMade ? `, with this token: ${admin.token}` : ''
  out.tell(
    `  metrics and events on ${admin.url}${made}`,
    `  page on ${admin.url}/?token=${admin.isMade ? admin.token : 'TOKEN'}`,
  )
}
