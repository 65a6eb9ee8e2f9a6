// @ts-check

/** What is measured, in order; each is a file of that name. */
export const topics = [
  'sound',
  'heap',
  'follow',
  'faults',
  'wide-turn',
  'contents',
  'compact',
  'convert',
  'ledger',
  'batch',
  'bytes-scan',
  'bytes-body',
  'bytes-splice',
  'bytes-command',
  'doctor',
  'guard',
  'gateway',
  'aside',
  'clean',
  'start',
  'walk',
  'formats',
]
