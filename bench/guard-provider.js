// @ts-check
import { startSandbox } from '../app/dist/sandbox/index.js'

// A provider in a process of its own: what it costs is no cost of the clients.
const { url } = await startSandbox({ keepsRequests: false })
process.send?.(url)
process.once('disconnect', () => process.exit())
