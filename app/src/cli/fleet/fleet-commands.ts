import type { Command } from '../program/command.ts'

/** The commands of a fleet of machines with one PostgreSQL database. */
export const fleetCommands: readonly Command[] = [
  {
    name: 'worker',
    purpose: 'serve',
    summary: 'do the jobs of a fleet on this machine',
    flags: ['config', 'json'],
    about: [
      'A worker cleans, mends and judges the sessions of this machine, and those of tables in PostgreSQL, as the jobs',
      'of the fleet ask for it. The config names the `database`; docs/fleet.md describes a fleet. One worker per',
      'machine with sessions is enough; several share the work. A worker that is killed loses nothing: another one goes',
      'on where it was.',
      'The worker runs until you press Ctrl-C. It then finishes the session at hand, and ends with 0.',
    ],
    examples: ['worker --config mortise.yaml'],
    load: async () => (await import('./worker.ts')).worker,
  },
  {
    name: 'jobs',
    purpose: 'serve',
    summary: 'list the jobs of a fleet, watch, cancel, take back or forget them',
    takes: '[watch RUN | cancel RUN | retry RUN | undo RUN | forget]',
    flags: ['config', 'database', 'agent', 'before', 'yes', 'reason', 'json'],
    means: {
      yes: 'with `forget`: really forget them; otherwise they are only listed',
      agent: 'with `undo`: only the sessions of this agent, or of one of its profiles: AGENT/PROFILE',
    },
    about: [
      'A run such as `clean@42` belongs to a revision of the config, or to `clean`, `repair` or `doctor` with',
      '`--fleet`. It consists of shards of sessions. `watch` shows a bar until the run is over, and then each node.',
      '`cancel` calls off the shards that have not begun. `retry` tries failed and cancelled shards again.',
      '`undo` restores the earlier bytes on every node; sessions that were changed since stay as they are, and are',
      'named. `forget --before 90d` deletes the shards and images of older runs, which then cannot be taken back any',
      'more; the newest cleaning stays. With `jobs.days` in the config, the fleet forgets older runs by itself.',
      'Exit code: 0 if all went well, 1 if a session or a shard failed.',
    ],
    examples: [
      'jobs',
      'jobs watch clean@42',
      'jobs undo clean@42 --agent AGENT/PROFILE',
      'jobs forget --before 90d --yes',
    ],
    load: async () => (await import('./jobs.ts')).jobs,
  },
]
