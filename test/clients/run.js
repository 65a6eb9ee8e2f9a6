// @ts-check
import { runApart } from '../apart.js'

// Holds the guards against real clients.
process.exitCode = runApart(
  'clients',
  { MORTISE_CLIENTS: '1' },
  { needs: 'the clients', without: 'the guards were not held against real clients' },
)
