import { longest, parsed, type StreamDecoder } from './stream-decoder.ts'
import type { StreamEncoder } from './stream-encoder.ts'

/** Reads the elements of one long JSON list as they come; an object alone counts as a list of one. */
export function listDecoder(): StreamDecoder {
  const text = new TextDecoder()
  const elements = new Elements()
  return {
    push: (bytes) => elements.add(text.decode(bytes, { stream: true })),
    end: () => elements.add(text.decode()),
  }
}

/** Cuts a JSON text into its outermost objects. */
class Elements {
  /** The pieces of an object that has begun. */
  #held: string[] = []
  #length = 0
  /** How many objects and lists are open inside of the element. */
  #depth = 0
  #isText = false
  #isEscaped = false

  add(text: string): readonly unknown[] {
    const elements: unknown[] = []
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#isText) this.#inText(code)
      else if (code === quote) this.#isText = true
      else if (code === brace || (code === bracket && this.#depth > 0)) {
        if (this.#depth++ === 0) start = at
      } else if ((code === braceEnd || code === bracketEnd) && this.#depth > 0 && --this.#depth === 0) {
        elements.push(parsed(this.#held.join('') + text.slice(start, at + 1)))
        this.#held = []
        this.#length = 0
        start = at + 1
      }
    }
    if (this.#depth === 0) return elements
    this.#held.push(text.slice(start))
    this.#length += text.length - start
    if (this.#length > longest) throw new Error('An element of the list is too long.')
    return elements
  }

  #inText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === backslash) this.#isEscaped = true
    else if (code === quote) this.#isText = false
  }
}

const [quote, backslash, brace, braceEnd, bracket, bracketEnd] = [34, 92, 123, 125, 91, 93]

/** Writes events as the elements of one long JSON list. */
export function listEncoder(): StreamEncoder {
  let isEmpty = true
  return {
    type: 'application/json',
    encode(event) {
      const before = isEmpty ? '[' : ',\r\n'
      isEmpty = false
      return before + JSON.stringify(event)
    },
    end: () => (isEmpty ? '[]' : '\n]'),
  }
}
