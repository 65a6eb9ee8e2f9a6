import type { Command } from '../program/command.ts'

/** The commands about what was done to sessions. */
export const historyCommands: readonly Command[] = [
  {
    name: 'undo',
    purpose: 'undo',
    summary: 'take back all that the last command changed, or what you name',
    takes: '[OPERATION|RUN|SESSION|FILE]',
    flags: ['force', 'wait', 'home', 'json'],
    about: [
      'Without a word, all files that the last command changed are taken back; a word names one of them, or a run of the log.',
      'The file gets the bytes from before, checked by their checksum; what was written since stays behind them.',
      'A file that another program has rewritten since is left alone, unless you say --force.',
    ],
    examples: ['undo', 'undo 36a1e110', 'undo 7f3a'],
    load: async () => (await import('./reverse.ts')).undoCommand,
  },
  {
    name: 'redo',
    purpose: 'undo',
    summary: 'take the newest undo back',
    takes: '[OPERATION|RUN|SESSION|FILE]',
    flags: ['force', 'wait', 'home', 'json'],
    about: ['Works as long as nothing else was done to the session since.'],
    examples: ['redo'],
    load: async () => (await import('./reverse.ts')).redoCommand,
  },
  {
    name: 'restore',
    purpose: 'undo',
    summary: 'restore the bytes that a session had before an operation',
    takes: 'OPERATION',
    flags: ['force', 'wait', 'home', 'json'],
    about: ['Whatever was done to it since. This is an operation too, and can be undone.'],
    examples: ['restore 36a1e110'],
    load: async () => (await import('./reverse.ts')).restoreCommand,
  },
  {
    name: 'log',
    purpose: 'undo',
    summary: 'list the changes that were made, newest first',
    flags: ['all', 'prune', 'older', 'max', 'home', 'json'],
    means: { all: 'show the whole list, however long it is' },
    about: [
      'Each line begins with the operation, which `undo` and `restore` take.',
      'Where one command changed several files, its run stands behind it; `undo` takes that too.',
    ],
    examples: ['log', 'log --prune --older 30d', 'log --prune --max 2GB'],
    load: async () => (await import('./log.ts')).log,
  },
]
