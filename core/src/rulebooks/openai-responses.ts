import type { RowOf } from '../model/row.ts'
import { always, type Layout, type Rulebook } from '../model/rulebook.ts'
import { mildForOthers } from './openai-models.ts'

/** Calls and results are paired by id alone, wherever they stand; items may have names of their own. */
const layout: Layout = {
  merges: true,
  answers: 'anywhere',
  lead: false,
  together: 'free',
  callsLast: false,
  unique: 'request',
  named: true,
}

const itemName: RowOf<'illegal-item-id'> = {
  severity: 'refused',
  evidence: 'quoted',
  // Other hosts give their reasoning names of other kinds, and take them back.
  adviceOf: { reasoning: always },
  pattern: '^[A-Za-z0-9_-]+$',
  maximum: 64,
  prefixes: { message: 'msg', reasoning: 'rs', function: 'fc', custom_tool: 'ctc' },
  says: "Invalid 'input[{i}].id': '{item}'. Expected an ID that begins with '{prefix}'.",
  saysOf: {
    long: "Invalid 'input[{i}].id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    spelling:
      "Invalid 'input[{i}].id': '{item}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
  },
}

/** Conditions for models that OpenAI has not made: other servers make names of their own, and take them back. */
const ownDemands = [
  'illegal-call-id',
  'illegal-item-id',
  'duplicate-item-id',
  'item-not-stored',
  'reasoning-dangling',
  'null-content',
  'wrong-part-type',
]

const own: Rulebook = {
  name: 'openai-responses',
  title: 'OpenAI Responses API',
  format: 'openai-responses',
  serves: '^(ft:)?(gpt-|o\\d|chatgpt-|codex-|computer-use-)',
  layout,
  rows: {
    'call-without-result': {
      severity: 'refused',
      evidence: 'quoted',
      // Grok's own searches look like calls of the caller's tools, and have no result beside them.
      adviceWhen: [{ model: '(^|/)grok-' }],
      says: 'No tool output found for {kind} call {id}.',
    },
    'result-without-call': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'No tool call found for {kind} call output with call_id {id}.',
    },
    'duplicate-result': {
      severity: 'refused',
      evidence: 'quoted',
      // Codex sends one more output for each notice of a cell that runs; no refusal of that is on record.
      adviceOf: { custom_tool: always },
      says: "Duplicate {tool}_call_output for call_id '{id}'. Each {tool}_call must have exactly one matching {tool}_call_output",
    },
    'duplicate-call-id': {
      severity: 'refused',
      evidence: 'reported',
      // One report of another API; between two answers of the model, nothing says that ids are compared.
      adviceOf: { again: always },
      says: 'Duplicate call_ids submitted: ["{id}"]',
    },
    'illegal-call-id': {
      severity: 'refused',
      evidence: 'quoted',
      maximum: 64,
      says: "Invalid 'input[{i}].call_id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    },
    'call-id-missing': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Missing required parameter: 'input[{i}].call_id'.",
    },
    'tool-name-missing': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid 'input[{i}].name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    },
    'duplicate-item-id': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'Duplicate item found with id {item}. Remove duplicate items from your input and try again.',
    },
    'illegal-item-id': itemName,
    'item-not-stored': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Item with id '{item}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    },
    'reasoning-dangling': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Item '{item}' of type 'reasoning' was provided without its required following item.",
    },
    // Nothing in a request tells a call whose reasoning was lost from one that was made without any, which is taken.
    'call-without-reasoning': {
      severity: 'advice',
      evidence: 'quoted',
      // Other models do not reason, so that no reasoning can be missing.
      when: [{ model: '(^|/)(gpt-5(?!.*-chat)|o\\d)', thinking: true }],
      says: "Item '{item}' of type '{tool}_call' was provided without its required 'reasoning' item: 'rs_…'.",
      saysOf: {
        message:
          "Item '{item}' of type 'message' was provided without its required 'reasoning' item: 'rs_…'.",
      },
    },
    'null-content': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid type for 'input[{i}].content': expected one of an array of objects or string, but got null instead.",
      saysOfResult:
        "Invalid type for 'input[{i}].output': expected one of an array of objects or string, but got null instead.",
    },
    'content-not-text': { severity: 'refused', evidence: 'docs', speakers: ['tool'] },
    'unsupported-property': {
      severity: 'refused',
      evidence: 'quoted',
      foreign: ['tool_calls'],
      says: "Unknown parameter: 'input[{i}].{name}'.",
    },
    'wrong-part-type': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
      saysOf: {
        untyped: "Missing required parameter: 'input[{i}].content[{j}].type'.",
        model: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
        foreign:
          "Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_audio', 'output_text', 'refusal', 'input_file', 'computer_screenshot', 'summary_text', and 'encrypted_content'.",
      },
    },
    'unknown-role': {
      severity: 'refused',
      evidence: 'quoted',
      speakers: ['user', 'model', 'system', 'tool'],
      says: "Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    },
    'no-turns': {
      severity: 'refused',
      evidence: 'quoted',
      says: `One of "input" or "previous_response_id"or 'prompt'or 'conversation_id' must be provided.`,
    },
    'arguments-not-text': {
      severity: 'refused',
      evidence: 'quoted',
      says: "Invalid type for 'input[{i}].arguments': expected a string, but got {given} instead.",
      saysOf: { absent: "Missing required parameter: 'input[{i}].arguments'." },
    },
    'arguments-not-json': { severity: 'advice', evidence: 'reported' },
  },
}

/** OpenAI's Responses API, and what its copies share with it. */
export const openaiResponses: Rulebook = { ...own, rows: mildForOthers(own.rows, ownDemands) }
