/** At most so many entries of a list, with this one as near to the middle as the list allows. */
export function cutAround<T>(list: readonly T[], wanted: T, most: number): T[] {
  const middle = list.indexOf(wanted) - Math.floor(most / 2)
  const start = Math.max(0, Math.min(middle, list.length - most))
  return list.slice(start, start + most)
}
