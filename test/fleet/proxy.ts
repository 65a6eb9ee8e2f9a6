import { connect, createServer, type Socket } from 'node:net'

/** A proxy on loopback whose network can be cut. */
export interface CutProxy {
  /** The address of a database as it is reached through the proxy. */
  readonly url: string
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function proxyTo(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const far = connect(Number(port), hostname)
    for (const each of [socket, far]) {
      sockets.add(each)
      each
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(each)
          socket.destroy()
          far.destroy()
        })
    }
    socket.pipe(far).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' ? address?.port : address)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
