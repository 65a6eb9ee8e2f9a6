import { createInterface } from 'node:readline'

/** Whether somebody sits there who can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks a person at the terminal; anything but a yes is a no. */
export function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, terminal: false })
  process.stderr.write(`${question} [y/N] `)
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(/^y(?:es)?$/i.test(line.trim()))
      lines.close()
    })
    lines.once('close', () => resolve(false))
  })
}
