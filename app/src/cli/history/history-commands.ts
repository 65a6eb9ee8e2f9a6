import type { Command } from '../program/command.ts'

/** The commands about what was done to sessions. */
export const historyCommands: readonly Command[] = [
  {
    name: 'undo',
    purpose: 'undo',
    isReport: true,
    summary: 'take back the changes of the last command, or of an operation that you name',
    takes: '[OPERATION|RUN|SESSION|FILE]',
    flags: ['dry-run', 'force', 'wait', 'home', 'json'],
    about: [
      'Without an argument, every file that the last command changed is restored. Name an operation or a run of the log,',
      'a session or a file to restore only that.',
      'Each file gets its earlier bytes, checked by their checksum. Lines that were added since the change stay.',
      'If another program has rewritten the file since, the file is left alone, unless you say --force.',
      'With --dry-run, the files are only listed.',
    ],
    examples: ['undo', 'undo 36a1e110', 'undo 7f3a'],
    load: async () => (await import('./reverse.ts')).undoCommand,
  },
  {
    name: 'redo',
    purpose: 'undo',
    isReport: true,
    summary: 'take back the newest undo',
    takes: '[OPERATION|RUN|SESSION|FILE]',
    flags: ['dry-run', 'force', 'wait', 'home', 'json'],
    about: ['This works as long as the session has not been changed since the undo.'],
    examples: ['redo'],
    load: async () => (await import('./reverse.ts')).redoCommand,
  },
  {
    name: 'restore',
    purpose: 'undo',
    isReport: true,
    summary: 'restore the bytes that a session had before an operation',
    takes: 'OPERATION',
    flags: ['dry-run', 'force', 'wait', 'home', 'json'],
    about: [
      'Every later change of the session is lost in the file, and kept in a backup: `undo` takes the restore back.',
    ],
    examples: ['restore 36a1e110'],
    load: async () => (await import('./reverse.ts')).restoreCommand,
  },
  {
    name: 'log',
    purpose: 'undo',
    summary: 'list the changes that were made, newest first',
    flags: ['all', 'prune', 'older', 'max', 'home', 'json'],
    means: { all: 'show the whole list, however long' },
    about: [
      'Each line begins with the id of the operation: give it to `undo` or `restore`.',
      'If one command changed several files, the line also shows the id of the run: `undo` takes it too.',
    ],
    examples: ['log', 'log --prune --older 30d', 'log --prune --max 2GB'],
    load: async () => (await import('./log.ts')).log,
  },
]
