import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { headerOf, type Request } from '../http/exchange.ts'

/** The outcome of a request at the door. */
export type Admission = 'inside' | 'token' | 'wrong' | 'none'

/** How long the answer to a wrong token waits, in milliseconds: longer after each one, up to the last. */
const firstDelay = 250
const longestDelay = 8000

/** Decides who may see the page: those who came by the address with the token, and have its cookie since. */
export class WindowDoor {
  /** The token of every change: a page elsewhere cannot read it. */
  readonly change: string = randomBytes(24).toString('base64url')
  /** Browsers send a cookie to every port of a host: each page has one by its own name. */
  private readonly name = `mortise_${randomBytes(6).toString('hex')}`
  private readonly secret = randomBytes(24)
  private readonly token: () => string
  private readonly delay: (milliseconds: number) => Promise<void>
  private wrong = 0
  private turn: Promise<void> = Promise.resolve()

  constructor(token: () => string, delay: (milliseconds: number) => Promise<void> = wait) {
    this.token = token
    this.delay = delay
  }

  /** Looks at a request; one with a wrong token or cookie waits, one after the other, before it is told. */
  async look(request: Request): Promise<Admission> {
    const named = new URL(request.url ?? '/', 'http://window').searchParams.get('token')
    const token = this.token()
    // Without a token nobody is let in.
    if (named !== null) return token !== '' && isSame(named, token) ? 'token' : this.refuse()
    const cookie = cookieIn(headerOf(request, 'cookie') ?? '', this.name)
    if (cookie === undefined) return 'none'
    return isSame(cookie, this.pass()) ? 'inside' : this.refuse()
  }

  /** The header that lets a browser in from now on. Pages elsewhere cannot send it, and no script can read it. */
  cookie(): string {
    return `${this.name}=${this.pass()}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Whether a change carries its token. */
  isOwnChange(request: Request): boolean {
    return isSame(headerOf(request, 'x-mortise-change') ?? '', this.change)
  }

  /** The value of the cookie: another token makes another one, so that a browser with the earlier token is out. */
  private pass(): string {
    return createHmac('sha256', this.secret).update(this.token()).digest('base64url').slice(0, 32)
  }

  private async refuse(): Promise<Admission> {
    const pause = Math.min(longestDelay, firstDelay * 2 ** this.wrong)
    this.wrong = Math.min(this.wrong + 1, 16)
    this.turn = this.turn.then(() => this.delay(pause))
    await this.turn
    return 'wrong'
  }
}

/** Takes as long for any token. */
function isSame(sent: string, own: string): boolean {
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(sent), hashOf(own))
}

function cookieIn(header: string, name: string): string | undefined {
  const found = header.split(';').find((each) => each.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
