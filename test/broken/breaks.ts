import type { Break } from './change.ts'
import { ofDocuments } from './of-documents.ts'
import { ofDrawn, ofOthers } from './of-drawn.ts'
import { ofStores } from './of-stores.ts'

/** Every law, broken once. */
export const breaks: readonly Break[] = [...ofDocuments, ...ofDrawn, ...ofOthers, ...ofStores]
