import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Port } from '../../http/port.ts'
import { openWindow, type WindowOptions } from '../../window/window.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { interruption } from '../program/interruption.ts'
import { refuseWords } from '../screen/catalogue.ts'
import { version } from '../version.ts'
import { whenTaken } from './taken-port.ts'

/** Serves the page on this machine until it is interrupted. */
export async function ui(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'ui')
  const { flags, out, program } = invocation
  const port = portOf(invocation)
  const page = await whenTaken(servePage({ port, home: flags.home }), () => ({
    place: `127.0.0.1:${port}`,
    hint: `${program} ui`,
  }))
  const ended = interruption()
  if (flags.json) out.json({ ...answerHead('ui', { kind: 'page' }), url: page.url })
  else
    out.tell(
      `${out.style.paint('green', out.style.good)} ${out.style.paint('bold', page.url)}`,
      '  This address lets anybody on this machine in who knows it. Ctrl-C ends it.',
    )
  if (flags.open) openInBrowser(page.url)
  await ended
  await page.close()
  return exits.sound
}

function portOf({ flags: { port }, program }: Invocation): number {
  if (port === undefined || (/^\d{1,5}$/.test(port) && Number(port) < 65_536)) return Number(port ?? 0)
  const message = `\`${port}\` is no port: it takes a number up to 65535.`
  throw new CommandError('usage', message, `${program} ui --port 8080`)
}

/** The page, with the address that lets a browser in. */
export interface ServedPage {
  readonly url: string
  close(): Promise<void>
}

/** Serves the page on a port of this machine. */
export async function servePage({
  port,
  ...options
}: { readonly port: number } & Pick<WindowOptions, 'home' | 'gateway'>): Promise<ServedPage> {
  const token = randomBytes(24).toString('base64url')
  let origins: readonly string[] = []
  const window = openWindow({
    ...options,
    version: version(),
    token: () => token,
    allowed: () => ({ origins, hosts: [] }),
  })
  const served = await Port.open({ host: '127.0.0.1', port }, window.listener)
  origins = [served.url, `http://localhost:${served.number}`]
  return {
    url: `${served.url}/?token=${token}`,
    async close() {
      window.close()
      await served.close()
    },
  }
}

/** Opens an address in the browser of this machine; where there is none, the printed address is enough. */
function openInBrowser(url: string): void {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  const child = spawn(command ?? '', words, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
