import fc from 'fast-check'

// The same cases on every machine and in every run.
fc.configureGlobal({ seed: 20_261_115 })
