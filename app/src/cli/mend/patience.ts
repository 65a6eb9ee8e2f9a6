import type { Patience } from '../../disk/index.ts'
import type { Invocation } from '../program/command.ts'
import { optionsOf } from '../program/options.ts'

/** The time of `--wait`, with a line on the screen when the waiting begins. */
export function patienceOf({ flags, story }: Invocation): Patience {
  const onWait: Patience['onWait'] = ({ message }) =>
    story.tell(`waiting up to ${flags.wait}: ${message.replace(/; nothing was changed\.$/, '')}`)
  return {
    get waitMs() {
      return optionsOf(flags).waitMs
    },
    onWait,
  }
}
