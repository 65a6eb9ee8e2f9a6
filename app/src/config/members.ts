/** The paths of all members of a type, as texts: `routes.to`, `upstreams.*.url`. */
type Members<Value> = Value extends string | number | boolean | URL | undefined
  ? never
  : Value extends readonly (infer Item)[]
    ? Members<Item>
    : {
        [Key in keyof Value & string]-?: MemberStep<Key> | `${MemberStep<Key>}.${Members<Value[Key]>}`
      }[keyof Value & string]

type MemberStep<Key extends string> = string extends Key ? '*' : Key

/** `unknown` where two types have the same members, else `never`: optional members are compared too. */
export type SameMembers<Left, Right> = [Members<Left>] extends [Members<Right>]
  ? [Members<Right>] extends [Members<Left>]
    ? unknown
    : never
  : never
