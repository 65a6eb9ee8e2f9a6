import { type Edit, isPlan, type Plan } from '../../model/edit.ts'
import { at } from '../../model/lists.ts'
import { badOption } from '../../model/options.ts'
import { comparePlaces, type Place } from '../../model/place.ts'

/** The plan that undoes a plan: applied to the repaired document it restores the first one exactly. */
export function invert(plan: Plan): Plan {
  if (!isPlan(plan)) throw badOption('`invert` takes a plan, as `plan` and `repair` make it.')
  const places = placesAfter(plan.edits)
  return { edits: sortEdits(plan.edits.map((edit, index) => invertEdit(edit, at(places, index)))) }
}

function invertEdit(edit: Edit, at: Place): Edit {
  const { why } = edit
  switch (edit.do) {
    case 'insert':
      return { do: 'remove', at, value: edit.value, beside: edit.beside, why }
    case 'remove':
      return { do: 'insert', at, value: edit.value, beside: edit.beside, why }
    case 'replace':
      return { do: 'replace', at, from: edit.value, value: edit.from, why }
    case 'set':
      return { do: 'unset', at, value: edit.value, index: edit.index, why }
    case 'unset':
      return { do: 'set', at, value: edit.value, index: edit.index, why }
  }
}

/** Orders edits by place; what is inserted at a place comes before what happens to the element there. */
export function sortEdits(edits: readonly Edit[]): Edit[] {
  return edits.length < 2 ? [...edits] : [...edits].sort(compareEdits)
}

function compareEdits(left: Edit, right: Edit): number {
  return comparePlaces(left.at, right.at) || rank(left) - rank(right)
}

function rank(edit: Edit): number {
  return edit.do === 'insert' ? 0 : 1
}

/** The place of each of a plan's edits in the document that the plan makes. */
function placesAfter(edits: readonly Edit[]): Place[] {
  // By list, how far what follows in it has moved.
  const shifts = new Map<string, number>()
  return edits.map((edit) => {
    const place: (string | number)[] = []
    let list = ''
    let shift = 0
    for (const step of edit.at) {
      shift = typeof step === 'number' ? (shifts.get(list) ?? 0) : 0
      place.push(typeof step === 'number' ? step + shift : step)
      if (place.length < edit.at.length) list += typeof step === 'number' ? `${step};` : JSON.stringify(step)
    }
    if (edit.do === 'insert') shifts.set(list, shift + 1)
    else if (edit.do === 'remove') shifts.set(list, shift - 1)
    return place
  })
}
