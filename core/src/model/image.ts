/** An image that is shown, by itself or among what a result holds. */
export interface Image {
  /** In pixels; 0 where nobody can tell. */
  readonly width: number
  readonly height: number
  /** Its data are long and were seen in part, or tell no size: it may be of any. */
  readonly isCut?: boolean
  /** The characters of base64 that its data have; absent where they stand elsewhere. */
  readonly data?: number
  /** Its position in what the result holds. */
  readonly within?: number
}
