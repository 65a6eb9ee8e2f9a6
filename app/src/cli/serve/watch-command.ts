import type { Command } from '../program/command.ts'

/** The command that follows the config of an agent. */
export const watchCommand: Command = {
  name: 'watch',
  purpose: 'mend',
  summary: "follow an agent's own config, and clean its sessions when it denies a tool",
  flags: ['agent', 'config', 'mode', 'once', 'dry-run', 'home'],
  means: {
    agent: 'follow the config of this agent; AGENT/PROFILE cleans only the sessions of one profile',
    config: "the agent's config file, if it is not in its usual place",
  },
  about: [
    'Use this command on a machine that runs an agent and no gateway of Mortise. If the config of the agent denies a',
    'tool, the command removes the calls of that tool and their results from the sessions. A backup is kept: `undo`',
    'takes a whole cleaning back. A session that the agent is still writing is cleaned once the agent has stopped. A',
    'change of the config that was made while this command did not run is found at its next start.',
    'The command runs until you press Ctrl-C.',
    'Exit code: 0. With --once: 3 if a session could not be cleaned or is in use, 4 if the config cannot be read.',
  ],
  examples: ['watch', 'watch --once --dry-run', 'watch --mode text'],
  load: async () => (await import('./watch.ts')).watch,
}
