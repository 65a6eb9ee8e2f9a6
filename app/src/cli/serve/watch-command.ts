import type { Command } from '../program/command.ts'

/** The command that follows the config of an agent. */
export const watchCommand: Command = {
  name: 'watch',
  purpose: 'mend',
  summary: "follow an agent's own config, and clean its sessions when it comes to deny tools",
  flags: ['agent', 'config', 'mode', 'once', 'dry-run', 'home'],
  means: {
    agent: 'the agent whose config is followed; AGENT/PROFILE cleans only the sessions of one of several',
    config: "the agent's config, where it lies elsewhere",
  },
  about: [
    'For a machine that runs an agent and no gateway of Mortise. When a tool becomes denied in the config of the agent,',
    'its calls and their results are removed from the sessions, with a backup: `undo` takes a whole cleaning back.',
    'Sessions that the agent is still writing are cleaned when they rest. A change that was made while nobody watched is',
    'seen at the next start. It runs until Ctrl-C; with --once it cleans what is due, and ends.',
    'Exit code: 0, or with --once 3 if a session could not be cleaned or is in use, and 4 if the config cannot be read.',
  ],
  examples: ['watch', 'watch --once --dry-run', 'watch --mode text'],
  load: async () => (await import('./watch.ts')).watch,
}
