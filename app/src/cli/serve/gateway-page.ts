import { MortiseError } from '@mortise/core'
import { memberIn } from '../../config/index.ts'
import type { RunningGateway } from '../../gateway/index.ts'
import type { Request, Response } from '../../http/exchange.ts'
import type { Progress } from '../../transition/cleaner.ts'
import { setMember } from '../../transition/set-member.ts'
import type { Window } from '../../window/window.ts'
import { textIn } from '../config/config-member.ts'
import { refuseMistakes } from '../config/refuse-mistakes.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { contextOf } from '../sessions/context.ts'
import { version } from '../version.ts'
import { type Nodes, type PageSource, pageSource, type Under } from './page-source.ts'

/** The page at the address of the control plane: opened when the first browser comes. */
export interface GatewayPage {
  listener(request: Request, response: Response): void
  /** Shows this gateway from now on. */
  show(running: RunningGateway, nodes?: Nodes): void
  /** Takes a line about cleaning. */
  tell(line: string): void
  /** Takes how far a cleaning is. */
  progress(progress: Progress | undefined): void
  close(): void
}

const mostLines = 50

/** Makes the page of a gateway that follows a config file. */
export function gatewayPage(invocation: Invocation, file: string): GatewayPage {
  let running: RunningGateway | undefined
  let opening: Promise<Window> | undefined
  let source: PageSource | undefined
  let nodes: Nodes | undefined
  let under: Under | undefined
  const cleanings = new Set<string>()
  const early: string[] = []
  const open = async (shown: RunningGateway): Promise<Window> => {
    const { openWindow } = await import('../../window/window.ts')
    source = pageSource(
      shown,
      { path: file, setDeny: (tools) => toldToPage(() => setDeny(invocation, file, tools)) },
      {
        nodes: () => nodes?.() ?? Promise.resolve(undefined),
        under: () => under,
        cleanings,
        showsBodies: invocation.flags['show-bodies'] === true,
      },
    )
    for (const line of early.splice(0)) source.tell(line)
    return openWindow({
      version: version(),
      token: () => shown.admin?.token ?? '',
      allowed() {
        const { origins, hosts } = shown.gateway.config
        const port = shown.admin?.url.split(':').at(-1)
        const own = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`]
        return { origins: [...origins, ...own], hosts }
      },
      gateway: source,
    })
  }
  return {
    listener(request, response) {
      if (running === undefined) return void response.destroy()
      opening ??= open(running)
      opening.then(
        (window) => window.listener(request, response),
        () => response.destroy(),
      )
    },
    show(next, asked) {
      running = next
      nodes = asked
    },
    progress(progress) {
      if (progress !== undefined) cleanings.add(progress.run)
      const since = under?.since ?? Date.now()
      under = progress === undefined ? undefined : { ...progress, since }
    },
    tell(line) {
      if (source !== undefined) source.tell(line)
      else if (early.push(line) > mostLines) early.shift()
    },
    close() {
      source?.close()
      void opening?.then((window) => window.close())
    },
  }
}

/** A failure that a command would tell, as one that the page tells. */
async function toldToPage<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const { code, message, hint } = error
    throw new MortiseError(code, message, hint === undefined ? {} : { hint })
  }
}

async function setDeny(
  invocation: Invocation,
  file: string,
  tools: readonly string[],
): Promise<string | null> {
  const way = ['tools', 'deny']
  if (memberIn(textIn(file), file, ['database']) !== undefined)
    throw new CommandError(
      'usage',
      'The config of a fleet is changed by `mortise config set tools.deny VALUE --reason TEXT`; its jobs clean the sessions.',
    )
  const refuse = (text: string): void => refuseMistakes(text, file, invocation)
  return must(await setMember(contextOf({}).disk, file, way, tools, refuse)).operation
}
