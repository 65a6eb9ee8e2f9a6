import { openLog } from '../../gateway/index.ts'
import { surroundings, usedConfig } from '../config/config-file.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { interruption } from '../program/interruption.ts'
import { refuseWords } from '../screen/catalogue.ts'
import { contextOf } from '../sessions/context.ts'
import { version } from '../version.ts'

/** Does the jobs of a fleet on this machine, until it is interrupted. */
export async function worker(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'worker')
  const { flags, out } = invocation
  const file = usedConfig(invocation)
  const log = openLog(flags.quiet ? 'error' : 'info')
  const { startWorker } = await import('../../fleet/jobs/worker.ts')
  const { node, close } = await startWorker({
    file,
    surroundings,
    version: version(),
    log: { info: (line) => log.info(line), warn: (line) => log.warn(line) },
    disk: contextOf({}).disk,
  })
  const { revision } = node.standing
  const ended = interruption()
  if (flags.json) out.json({ ...answerHead('worker', { kind: 'fleet' }), node: node.name, revision })
  else
    out.tell(
      `${out.style.paint('green', out.style.good)} worker of ${node.name}, on revision ${revision ?? 'none'}`,
    )
  await ended
  log.info('stopping after the session at hand')
  await Promise.race([close(), interruption()])
  return exits.sound
}
