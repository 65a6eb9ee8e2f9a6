export * from '@mortise/core'
