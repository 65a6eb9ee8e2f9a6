import type { Words } from '../model/words.ts'

const fine = 'Your session is fine.'

/** Words about errors that no rule finds in a conversation, by the key that a pattern names. */
export const causeWords: Readonly<Record<string, Words>> = {
  'session-torn': {
    happened:
      'The agent cannot read its own session file: a line is cut or damaged, or a record points to one that was never written. This happens when the agent or the machine stops while it writes.',
    todo: 'Look at the session with `mortise doctor`. If it is broken, `mortise repair` keeps every whole record, and `mortise undo` takes the repair back.',
  },
  'session-unknown': {
    happened:
      'The agent found no session of that id. It looks only in the folder that you started it in, and the session may belong to another folder, or its file may have moved.',
    todo: 'List the sessions on this machine. Start the agent in the folder that the list names, and use the id from the list.',
  },
  'session-index': {
    happened:
      'The agent keeps an index beside the session file, and the two do not agree. The conversation itself may be whole.',
    todo: 'Run `mortise doctor`: it says whether the conversation is broken. If it is sound, let the agent build its index again.',
  },
  'compaction-failed': {
    happened:
      'The provider or a proxy gave no summary when the agent asked for one. The conversation stays as it was.',
    todo: 'Run `mortise doctor`: it says whether the session is broken. If it is sound, make it smaller with `mortise compact`.',
  },
  'session-busy': {
    happened: 'Another program has this session open for writing.',
    todo: 'Close the agent’s other window, then try again. If it crashed, run `mortise doctor`: it says whether the session is broken.',
  },
  'too-long': {
    happened: 'The conversation has more tokens than this model takes. It is not broken.',
    todo: 'Make the session smaller with `mortise compact`, or start a new one. `mortise undo` takes the change back.',
  },
  billing: {
    happened: 'The account has no credit left, or its plan does not cover the request.',
    todo: `Add credit, or change the plan or the key. ${fine}`,
  },
  'rate-limit': {
    happened: 'The provider accepts no more requests from this account for a while.',
    todo: `Wait until the limit resets, then send the last message again. ${fine}`,
  },
  overload: {
    happened: 'The provider has too many requests, or an error of its own.',
    todo: `Wait a few minutes, then send the last message again. ${fine}`,
  },
  key: {
    happened: 'The provider does not accept the key or the login, or the account may not use this model.',
    todo: `Log in again, or set a valid key. ${fine}`,
  },
  model: {
    happened: 'The provider does not know the model by this name, or the account may not use it.',
    todo: `Choose another model, or correct its name. ${fine}`,
  },
  network: {
    happened: 'The request did not reach the provider, or the answer did not come back.',
    todo: `Check the network, the proxy and the address of the API, then send the last message again. ${fine} If the answer broke off inside a tool call, run \`mortise doctor\`.`,
  },
  filtered: {
    happened: 'The provider blocked the answer or the request because of its content policy.',
    todo: `Write the last message in other words. ${fine}`,
  },
  setting: {
    happened:
      'The request has a setting that this API, this model or a proxy in between does not accept. The text names it.',
    todo: `Turn the setting off, or update the program or the proxy that sends it. ${fine}`,
  },
  'thinking-setting': {
    happened:
      'The request turns thinking on or off, or sets an effort, in a way that this model does not accept. The text names the setting.',
    todo: `Set thinking and its effort to a value that the model accepts, or leave the setting out. ${fine}`,
  },
  'cache-order': {
    happened:
      'A cache mark of five minutes stands before one of an hour. The API wants the longer ones first.',
    todo: `Give all cache marks the same lifetime, or put those of an hour first. ${fine}`,
  },
  'cached-content': {
    happened:
      'The request uses cached content and also has instructions or tools. The API takes these only from the cache.',
    todo: `Put the instructions and the tools into the cached content, or send the request without the cache. ${fine}`,
  },
  'tool-names': {
    happened:
      'The request declares two tools of one name. This happens when two MCP servers or plugins offer the same tool.',
    todo: `Turn one of the two tools off, or give it another name. ${fine}`,
  },
  'tool-schema': {
    happened:
      'The schema of a tool’s parameters has a member that this API does not accept. The text names the member or the tool.',
    todo: `Remove that member from the schema, or turn the tool off. ${fine}`,
  },
  'hosted-tool': {
    happened: 'The request declares a tool that this provider does not run.',
    todo: `Turn that tool off, or send the request to a provider that runs it. ${fine}`,
  },
  container: {
    happened:
      'The model called tools from its code execution, and the request does not name the container in which that code waits.',
    todo: `Send the \`container\` of the last answer back with the request. ${fine}`,
  },
  'compaction-remote': {
    happened:
      'The agent asked the provider to summarise the conversation. The provider or a proxy in between does not know that request.',
    todo: `Turn the agent’s remote compaction off, or send its requests to the provider itself. ${fine}`,
  },
  'tool-type': {
    happened:
      'The request declares a tool of a type that this API does not know. This happens when tools for one provider are sent to another.',
    todo: `Declare the tool as a function, or leave it out. ${fine}`,
  },
  'hosted-foreign': {
    happened:
      'The conversation holds the result of a tool that a provider ran, such as a web search. The result is encrypted, and this account, model or provider cannot read it.',
    todo: 'Continue with the account and the provider that made it, or remove that result and its call from the conversation.',
  },
  'hosted-unknown': {
    happened:
      'The conversation holds a call of a tool that another provider ran, and this API does not know that tool.',
    todo: 'Continue with the provider that made it, or remove that call and its result from the conversation.',
  },
  'unknown-member': {
    happened:
      'A message, or a part of it, has a member that this API does not know. The text names it. This happens when a member that a library or another provider added is sent back.',
    todo: 'Repair the conversation. Members that are known to be refused are removed. If the error stays, remove that member yourself: a repair keeps members that it does not know.',
  },
  'compaction-foreign': {
    happened:
      'The conversation holds a summary that another account or provider encrypted, or that a program changed. This API cannot read it.',
    todo: 'Continue with the account and the provider that made the summary, or go back to a message before it.',
  },
}
