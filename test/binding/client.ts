import type { Block, Message } from './bound-api.ts'

/** What happens to an agent and to its history between two requests. */
export type Event =
  /** Every call gets its result, and the model is asked again. */
  | { readonly do: 'grow'; readonly calls: number }
  /** The agent dies: of the calls of the last turn, those from a number on get no result. */
  | { readonly do: 'crash'; readonly kept: number; readonly calls: number }
  /** A result that was missing arrives after all. */
  | { readonly do: 'late'; readonly which: number; readonly calls: number }
  /** A result that was there is lost. */
  | { readonly do: 'lose'; readonly which: number; readonly calls: number }
  /** The history is made smaller, by so many quarters. */
  | { readonly do: 'compact'; readonly share: number; readonly calls: number }
  /** The cache mark is put on another message, which is written as blocks for it. */
  | { readonly do: 'mark'; readonly which: number; readonly calls: number }
  /** The door forgets all it knew. */
  | { readonly do: 'restart'; readonly calls: number }
  /** A question beside the conversation, whose answer is thrown away. */
  | { readonly do: 'aside'; readonly calls: number }

/** An agent's own history, which nobody mends. */
export class Client {
  messages: Message[] = [{ role: 'user', content: 'Begin.' }]
  #turn = 0

  hear(answer: Message): void {
    this.messages.push(answer)
  }

  /** Changes the history as an event does; compaction is done elsewhere. */
  live(event: Event): void {
    if (event.do === 'late') this.#arrive(event.which)
    if (event.do === 'lose') this.#lose(event.which)
    if (event.do === 'mark') this.#mark(event.which)
    this.#reply(event.do === 'crash' ? event.kept : Number.POSITIVE_INFINITY)
  }

  /** Answers the calls of the last turn, as many as are kept, and goes on. */
  #reply(kept: number): void {
    const last = this.messages.at(-1)
    if (last?.role !== 'assistant') return
    const results = callsIn(last).slice(0, kept).map(resultOf)
    const text = { type: 'text', text: `Go on ${this.#turn++}.` }
    this.messages.push({ role: 'user', content: [...results, text] })
  }

  #arrive(which: number): void {
    const open = this.messages.flatMap((message, index) =>
      callsIn(message)
        .filter((id) => !resultsIn(this.messages[index + 1]).includes(id))
        .map((id) => ({ id, index: index + 1 })),
    )
    const missing = open[which % Math.max(1, open.length)]
    const message = missing && this.messages[missing.index]
    if (missing === undefined || message === undefined) return
    const content = [resultOf(missing.id), ...listOf(message)]
    this.messages = this.messages.with(missing.index, { ...message, content })
  }

  #lose(which: number): void {
    const held = this.messages.flatMap((message, index) =>
      // What a repair put in place of a result would come back the same, and with it all that follows.
      listOf(message).flatMap(({ tool_use_id: id, is_error: isMade }) =>
        id === undefined || isMade === true ? [] : [{ id, index }],
      ),
    )
    const lost = held[which % Math.max(1, held.length)]
    const message = lost && this.messages[lost.index]
    if (lost === undefined || message === undefined) return
    const content = listOf(message).filter(({ tool_use_id: id }) => id !== lost.id)
    this.messages = this.messages.with(lost.index, { ...message, content })
  }

  #mark(which: number): void {
    const at = which % this.messages.length
    this.messages = this.messages.map((message, index) => {
      const content = listOf(message).map(({ cache_control: _, ...block }): Block => block as Block)
      const last = content.at(-1)
      if (message.role === 'assistant' || last === undefined) return message
      if (index !== at)
        return content.length === 1 && last.type === 'text'
          ? { ...message, content: String(last.text) }
          : { ...message, content }
      return {
        ...message,
        content: [...content.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }],
      }
    })
  }
}

function listOf({ content }: Message): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function callsIn(message: Message): readonly string[] {
  return listOf(message).flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : []))
}

function resultsIn(message: Message | undefined): readonly string[] {
  if (message === undefined) return []
  return listOf(message).flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [String(id)] : []))
}

function resultOf(id: string): Block {
  return { type: 'tool_result', tool_use_id: id, content: `result of ${id}` }
}
