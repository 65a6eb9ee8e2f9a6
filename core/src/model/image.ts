/** An image that is shown, by itself or among what a result holds. */
export interface Image {
  /** In pixels; 0 where nobody can tell. */
  readonly width: number
  readonly height: number
  /** Its position in what the result holds. */
  readonly within?: number
}
