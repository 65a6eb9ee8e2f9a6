/** An object of the same class with the same members but for some; the given one stays as it is. */
export function copyWith<Original extends object>(original: Original, members: object): Original {
  const own = Object.getOwnPropertyDescriptors(original)
  const others = Object.getOwnPropertyDescriptors(members)
  return Object.create(Object.getPrototypeOf(original), { ...own, ...others })
}
