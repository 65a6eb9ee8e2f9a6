// @ts-check

/** @typedef {Omit<import('./session.js').Truth, 'lines'>} Tally */

/** Counts calls and results, and those that have no other half. */
export class Pairing {
  /** How many results each call has. @type {Map<string, number>} */
  #calls = new Map()
  #results = 0
  #orphan = 0
  #duplicate = 0

  /** @param {string} id */
  call(id) {
    this.#calls.set(id, 0)
  }

  /** @param {string} id */
  result(id) {
    this.#results++
    const before = this.#calls.get(id)
    if (before === undefined) this.#orphan++
    else this.#calls.set(id, before + 1)
    if (before !== undefined && before > 0) this.#duplicate++
  }

  /** The blocks of a record's message, if it has any. @param {any} record */
  record(record) {
    const content = record?.message?.content
    if (!Array.isArray(content)) return
    for (const block of content) {
      if (block.type === 'tool_use') this.call(block.id)
      else if (block.type === 'tool_result') this.result(block.tool_use_id)
    }
  }

  /** @returns {Tally} */
  tally() {
    let missing = 0
    for (const results of this.#calls.values()) if (results === 0) missing++
    return {
      calls: this.#calls.size,
      results: this.#results,
      missing,
      orphan: this.#orphan,
      duplicate: this.#duplicate,
    }
  }
}

/** Whether a tally is the truth. @param {Tally} tally @param {import('./session.js').Truth} truth */
export function agrees(tally, truth) {
  return (
    tally.calls === truth.calls &&
    tally.results === truth.results &&
    tally.missing === truth.missing &&
    tally.orphan === truth.orphan &&
    tally.duplicate === truth.duplicate
  )
}
