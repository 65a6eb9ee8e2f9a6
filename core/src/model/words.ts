/** Words for a person about a fault or an error. */
export interface Words {
  /** The fault or error, and how it comes about. */
  readonly happened: string
  /** The steps that help. */
  readonly todo: string
}
