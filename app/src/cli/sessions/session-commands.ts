import type { Command } from '../program/command.ts'

/** On a terminal a long list is cut; elsewhere it never is. */
export const wholeList = { all: 'show the whole list, however long' }

/** The commands that show sessions and change none. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'sessions',
    purpose: 'look',
    summary: 'list the sessions on this machine, newest first',
    takes: '[PATH...]',
    flags: ['all', 'agent', 'home', 'since', 'json'],
    means: wholeList,
    about: ['If you name a file or a folder, only the sessions in it are listed.'],
    examples: ['sessions', 'sessions --since 2d', 'sessions --json'],
    load: async () => (await import('./sessions.ts')).sessions,
  },
  {
    name: 'show',
    purpose: 'look',
    summary: 'show one session: its turns, its calls with their results, its faults',
    takes: 'SESSION',
    flags: ['all', 'agent', 'home', 'json'],
    means: { all: 'show every turn, not only the last turns and the turns around faults' },
    about: [
      'On a terminal, a long session shows only its last turns and the turns around its faults.',
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
      'This command prints the conversation as the agent would continue it after a repair. The session itself is not',
      'changed. With `-o` the Markdown is written to a file; an existing file is replaced only with `--force`.',
    ],
    examples: ['export 7f3a', 'export 7f3a -o session.md'],
    load: async () => (await import('./export.ts')).exportSession,
  },
  {
    name: 'report',
    purpose: 'look',
    summary: 'print one session as an HTML page, or as a bundle for a bug report',
    takes: 'SESSION',
    flags: ['bundle', 'output', 'force', 'agent', 'home', 'json'],
    about: [
      'This command prints one file of HTML that loads no other file: the faults of the session, the plan that mends',
      'them, and every turn with its calls and results numbered. The session itself is not changed.',
      'With `--bundle`, the command prints JSON: the smallest conversation that still shows the fault. All words, names',
      'and numbers in it are stand-ins of the same length, and nothing is printed if a word of the original would be',
      'left.',
    ],
    examples: ['report 7f3a -o report.html', 'report 7f3a --bundle -o bundle.json'],
    load: async () => (await import('./report.ts')).report,
  },
]
