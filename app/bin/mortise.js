#!/usr/bin/env node
import('../dist/main.js').catch((error) => {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
  process.stderr.write('mortise: This copy is not built yet.\nhint: npm run build\n')
  process.exitCode = 70
})
