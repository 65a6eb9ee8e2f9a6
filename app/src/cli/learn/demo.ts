import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apply, invert, plan } from '@mortise/core'
import { idsIn, turnLines } from '../../sessions/view/turn-lines.ts'
import { check } from '../documents/check.ts'
import { choose } from '../documents/choice.ts'
import { repair } from '../documents/repair.ts'
import type { Invocation, RunCommand, Screen } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { silent } from '../screen/screen.ts'
import { shortener } from '../screen/short-ids.ts'
import { brokenConversation } from './demo-conversation.ts'

/** Breaks, mends and restores a conversation in a temporary folder, by the commands that anyone would type. */
export async function demo(invocation: Invocation): Promise<number> {
  const [word] = invocation.words
  if (word !== undefined) throw new CommandError('usage', `\`demo\` takes no file; \`${word}\` is not read.`)
  const home = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), 'mortise-demo-'))
  const cleanUp = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', cleanUp)
  process.once('SIGINT', () => process.exit(exits.interrupted))
  try {
    process.chdir(folder)
    await show(invocation)
  } finally {
    process.chdir(home)
    cleanUp()
  }
  tellNext(invocation)
  return exits.sound
}

async function show(invocation: Invocation): Promise<void> {
  const { out } = invocation
  const title = (text: string): void => out.tell('', out.style.paint('bold', text), '')
  out.tell('A tool call and its result are a joint. This one breaks before your eyes.')

  title('1. broken.json: somebody pressed ESC, a result was lost, and an older call was cut away')
  const broken = `${JSON.stringify(brokenConversation, null, 2)}\n`
  writeFileSync('broken.json', broken)
  out.tell(turnsIn(broken, out).map(indented))

  title('2. Sent like this, the API refuses it:  mortise check broken.json')
  await step(check, 'broken.json', invocation)

  title('3. Mended:  mortise repair broken.json -o fixed.json')
  const fixed = await step(repair, 'broken.json', invocation)
  writeFileSync('fixed.json', fixed)

  title('4. Accepted:  mortise check fixed.json')
  await step(check, 'fixed.json', invocation)

  title('5. Undone, by the same plan read backwards')
  out.tell(indented(undo(broken, fixed, out)))
}

/** Runs a command as it is, with its screen moved to the right; returns the document it prints. */
async function step(run: RunCommand, file: string, invocation: Invocation): Promise<string> {
  const { out } = invocation
  const printed: Uint8Array[] = []
  const page: Screen = { ...out, tell: (...lines) => out.tell(lines.flat().map(indented)) }
  const paper: Screen = { ...out, print: (document) => void printed.push(document) }
  const nowhere = silent(out)
  const screens = run === check ? { out: page, story: nowhere } : { out: paper, story: page }
  await run({ flags: invocation.flags, words: [file], program: 'mortise', ...screens })
  return Buffer.concat(printed).toString()
}

function undo(broken: string, fixed: string, { style }: Screen): string {
  const { plan: mending } = plan(JSON.parse(broken), 'anthropic')
  const restored = apply(JSON.parse(fixed), invert(mending))
  if (!restored.ok) throw restored.error
  const text = `${JSON.stringify(restored.value, null, 2)}\n`
  if (text !== readFileSync('broken.json', 'utf8'))
    throw new Error('the inverted plan did not restore the document')
  return `${style.paint('green', style.good)} all ${text.length} bytes of broken.json are back as they were`
}

function tellNext({ out, program }: Invocation): void {
  out.tell(
    '',
    'The temporary folder is removed; nothing was sent anywhere. Next, with your own file:',
    '',
    `   ${program} check conversation.json`,
    `   ${program} repair conversation.json -o fixed.json`,
    `   ${program} --help`,
  )
}

function turnsIn(text: string, { style }: Screen): readonly string[] {
  const document: unknown = JSON.parse(text)
  const { format } = choose(document, {})
  return turnLines(document, format).map(shortener(idsIn(brokenConversation, format), style.cut))
}

function indented(line: string): string {
  return line === '' ? '' : `   ${line}`
}
