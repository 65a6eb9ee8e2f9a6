import type { Command } from './command.ts'

/** The commands about what was done to sessions. */
export const historyCommands: readonly Command[] = [
  {
    name: 'undo',
    summary: 'take the newest change of a session back, or the one named',
    takes: '[OPERATION|SESSION]',
    flags: ['force', 'home', 'json'],
    about: [
      'The file gets the bytes from before, checked by their checksum; what was written since stays behind them.',
      'A file that another program has rewritten since is left alone, unless you say --force.',
    ],
    examples: ['undo', 'undo 36a1e110', 'undo 7f3a'],
    load: async () => (await import('./reverse.ts')).undoCommand,
  },
  {
    name: 'redo',
    summary: 'take the newest undo back',
    takes: '[OPERATION|SESSION]',
    flags: ['force', 'home', 'json'],
    about: ['Works as long as nothing else was done to the session since.'],
    examples: ['redo'],
    load: async () => (await import('./reverse.ts')).redoCommand,
  },
  {
    name: 'restore',
    summary: 'give a session the bytes from before an operation',
    takes: 'OPERATION',
    flags: ['force', 'home', 'json'],
    about: ['Whatever was done to it since. This is an operation too, and can be undone.'],
    examples: ['restore 36a1e110'],
    load: async () => (await import('./reverse.ts')).restoreCommand,
  },
  {
    name: 'log',
    summary: 'list what was done to sessions, newest first',
    flags: ['prune', 'older', 'max', 'home', 'json'],
    about: ['Each line begins with the operation, which `undo` and `restore` take.'],
    examples: ['log', 'log --prune --older 30d', 'log --prune --max 2GB'],
    load: async () => (await import('./log.ts')).log,
  },
]
