// @ts-check
import { runApart } from '../apart.js'

// Runs the fleet on a real server.
process.exitCode = runApart(
  'fleet',
  { MORTISE_FLEET: '1' },
  { needs: 'a PostgreSQL server', without: 'the fleet was not run on a real server' },
)
