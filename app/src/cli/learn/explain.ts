import { existsSync } from 'node:fs'
import { describeRule, type ExplainedError, type Explanation, explain as explainText } from '@mortise/core'
import { sourceOf } from '../input/source.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { quoteFile } from '../program/program.ts'
import { cutText } from '../screen/cut-text.ts'
import type { Style } from '../screen/style.ts'
import { paragraph, pasted } from '../screen/wrap.ts'
import type { AboutSession } from './about-session.ts'
import { nextLines } from './next-step.ts'

/** More than is looked at; the rest is not read. */
const keptBytes = 1 << 20
const longestLine = 700

/** Says what an error means, and what to do about it. */
export async function explain(invocation: Invocation): Promise<number> {
  const { flags, out } = invocation
  const explanation = explainText(await textOf(invocation))
  const aboutSession = await searchFor(invocation, explanation)
  if (flags.json)
    out.json({ ...answerHead('explain', { kind: 'text' }), ...explanation, ...aboutSession?.answer })
  else if (explanation.matched)
    out.tell(knownScreen(invocation, explanation, aboutSession), aboutSession?.lines ?? [])
  else out.tell(unknownScreen(invocation, aboutSession), aboutSession?.lines ?? [])
  return explanation.matched ? exits.sound : exits.faults
}

/** Searches the sessions on this machine for the one that the error is about, if the text names it or an id in it. */
async function searchFor(
  invocation: Invocation,
  { matched, errors, ids, session, next, rules }: Explanation,
): Promise<AboutSession | undefined> {
  const isOfSession = !matched || errors.some((error) => error.next !== 'none')
  if (!isOfSession || (ids.length === 0 && session === undefined)) return undefined
  // Loaded only here: whoever knows the agents knows all about their sessions.
  const { aboutSession } = await import('./about-session.ts')
  return aboutSession(invocation, { ids, name: session, next, rules })
}

/** The text to explain: the words of the command line, or what is pasted or piped in. */
async function textOf(invocation: Invocation): Promise<string> {
  const { words, program, story } = invocation
  if (words.length > 0 && !isStandardInput(words)) {
    const text = words.join(' ')
    if (text.trim() !== '') return text
    throw new CommandError('usage', 'There is no text to explain.', `${program} explain --help`)
  }
  if (process.stdin.isTTY)
    story.tell(
      `Paste an error of an API or an agent, then press Ctrl-D. \`${program} --help\` lists the commands.`,
    )
  const text = await readText(program)
  if (text.trim() !== '') return text
  throw new CommandError('unreadable', 'standard input is empty.', `${program} explain --help`)
}

function isStandardInput(words: readonly string[]): boolean {
  return words.length === 1 && words[0] === '-'
}

async function readText(program: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of sourceOf(['-'], `${program} explain`).open()) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= keptBytes) break
  }
  const bytes = Buffer.concat(chunks)
  // PowerShell pipes and saves text in two bytes a letter.
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8')
}

function knownScreen(
  { out, program }: Invocation,
  { errors, isFromAgent, session }: Explanation,
  about: AboutSession | undefined,
): readonly string[] {
  const { style } = out
  // The session itself says which command mends it.
  const isShown = about?.id !== undefined
  const named = about?.id ?? session
  const several = errors.length > 1 ? [`${errors.length} errors are in this text.`, ''] : []
  const screens = errors.map((error) => [
    ...errorLines(error, style),
    ...(isShown && error.next !== 'compact'
      ? []
      : nextLines(error, { isFromAgent, session: named }, program).map((line) => `  ${line}`)),
  ])
  return [...several, ...screens.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))]
}

function errorLines(error: ExplainedError, style: Style): readonly string[] {
  const shown = cutText(error.sentence, longestLine, style.cut)
  const sign = error.next === 'none' ? style.paint('yellow', style.advice) : style.paint('red', style.bad)
  return [
    `${sign} ${style.paint('bold', shown)}`,
    ...error.rules.map((rule, index) => `  ${index === 0 ? 'rule:' : '  or:'} ${ruleLine(rule, style)}`),
    ...concernedLines(error),
    paragraph('  what happened: ', error.happened),
    paragraph('  what to do: ', error.todo),
  ]
}

function ruleLine(rule: string, style: Style): string {
  const { title } = describeRule(rule)
  const name = style.paint('cyan', rule)
  return title === rule ? name : `${name}  ${title}`
}

function concernedLines({ ids, place }: ExplainedError): readonly string[] {
  const shown = ids.slice(0, 10).map((id) => `\`${id}\``)
  const more = ids.length > shown.length ? ` and ${ids.length - shown.length} more` : ''
  const where = place === undefined ? [] : [`  place: ${place}`]
  return shown.length === 0 ? where : [...where, `  ids: ${shown.join(', ')}${more}`]
}

function unknownScreen(
  { out, program, words }: Invocation,
  about: AboutSession | undefined,
): readonly string[] {
  if (about?.id !== undefined)
    return [
      `${out.style.paint('yellow', out.style.advice)} This error is not one I know, but its session is here.`,
    ]
  const [word = ''] = words
  const isFile = words.length === 1 && word !== '-' && existsSync(word)
  const meant = isFile ? `explain < ${quoteFile(word)}` : 'doctor'
  return [
    `${out.style.paint('yellow', out.style.advice)} This error is not one I know. For a broken session, run \`mortise doctor\`.`,
    pasted('  see: ', `${program} ${meant}`),
  ]
}
