import { configJsonSchema } from '../../config/index.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { refuseWords } from '../screen/catalogue.ts'

/** Prints the JSON Schema of a config, for editors. */
export async function configSchema(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'config schema')
  invocation.out.print(Buffer.from(`${JSON.stringify(configJsonSchema(), undefined, 2)}\n`))
  return exits.sound
}
