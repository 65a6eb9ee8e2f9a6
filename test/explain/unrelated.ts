/** Texts in which nothing may be recognised. */
export const unrelated: readonly string[] = [
  '',
  ' \n\t ',
  'hello',
  'temperature: Input should be less than or equal to 1',
  'messages: Field required',
  'tools.0.input_schema: Input should be a valid dictionary',
  'TypeError: Cannot read properties of undefined (reading tool_calls)',
  'Row ids must be unique.',
  "Missing required parameter: 'model'.",
  'Error: ENOENT: no such file or directory, open tool_result.json',
]
