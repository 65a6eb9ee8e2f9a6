import { createInterface } from 'node:readline'
import { askFor, terminals } from '../screen/screen.ts'

/** Whether somebody sits there who can be asked. */
export function canAsk(): boolean {
  const { input, story } = terminals()
  return input && story
}

/** Asks a person at the terminal; anything but a yes is a no. */
export function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, terminal: false })
  askFor(`${question} [y/N]`)
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(/^y(?:es)?$/i.test(line.trim()))
      lines.close()
    })
    lines.once('close', () => resolve(false))
  })
}
