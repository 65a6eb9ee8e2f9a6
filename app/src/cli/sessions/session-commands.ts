import type { Command } from '../program/command.ts'

/** On a terminal a long list is cut; elsewhere it never is. */
export const wholeList = { all: 'show the whole list, however long it is' }

/** The commands that show sessions and change none. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'sessions',
    purpose: 'look',
    summary: 'list the sessions on this machine, newest first',
    takes: '[PATH...]',
    flags: ['all', 'agent', 'home', 'since', 'json'],
    means: wholeList,
    about: ['With a path: the sessions in that file or folder.'],
    examples: ['sessions', 'sessions --since 2d', 'sessions --json'],
    load: async () => (await import('./sessions.ts')).sessions,
  },
  {
    name: 'show',
    purpose: 'look',
    summary: 'show one session: its turns, its calls with their results, its faults',
    takes: 'SESSION',
    flags: ['all', 'agent', 'home', 'json'],
    means: { all: 'show every turn, not only those around the faults and the last ones' },
    about: [
      'On a terminal, a long session is cut to its last turns and the turns around its faults.',
      'Exit code: 0 if the session is sound, 1 if its API will refuse it.',
    ],
    examples: ['show 7f3a', 'show 7f3a --json'],
    load: async () => (await import('./show.ts')).show,
  },
  {
    name: 'export',
    purpose: 'look',
    summary: 'print one session as Markdown, repaired',
    takes: 'SESSION',
    flags: ['output', 'force', 'agent', 'home', 'json'],
    about: [
      'Prints the conversation as its agent would continue it after a repair. The session itself is not changed.',
      'With `-o` it is written to a file; one that exists is replaced only with `--force`.',
    ],
    examples: ['export 7f3a', 'export 7f3a -o session.md'],
    load: async () => (await import('./export.ts')).exportSession,
  },
]
