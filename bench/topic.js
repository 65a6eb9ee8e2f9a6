// @ts-check
import { Noisy, WrongAnswer } from './harness.js'

// Measures one thing in a process of its own: nothing that ran before is on its heap or in its compiler.
const [name = '', settings = '{}'] = process.argv.slice(2)
const { title, measure, notes } = await import(`./${name}.js`)
try {
  const rows = await measure(JSON.parse(settings))
  process.send?.({ name, title, notes, rows })
} catch (error) {
  if (error instanceof WrongAnswer) process.send?.({ name, title, wrong: error.message })
  else if (error instanceof Noisy) process.send?.({ name, title, noisy: error.message })
  else throw error
}
