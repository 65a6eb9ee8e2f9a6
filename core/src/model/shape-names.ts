// Written by `npm run docs` from the files `shapes.ts` in `core/src/formats/`.

/** The name of a shape that a turn or a part can be given. */
export type ShapeName =
  | 'document-names'
  | 'image-to-text'
  | 'known-members'
  | 'list-content'
  | 'object-result'
  | 'own-content'
  | 'own-part'
  | 'own-turn'
  | 'result-item'
  | 'spoken-part'
  | 'text-and-images'
  | 'text-content'
  | 'text-only'
  | 'told-content'
  | 'typed-output'
  | 'without-empty-text'
  | 'without-members'
  | 'without-offers'
  | 'without-references'
