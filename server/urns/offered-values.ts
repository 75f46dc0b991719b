import { createHash } from 'node:crypto'

/** Numbers that look random and are the same each time, so that asking again does not show which value stays. */
export function* numbersFrom(seed: string): Generator<number, never> {
  for (let index = 0; ; index++) yield createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE()
}

/** How many values there are to choose from. */
const offered = 5

/** The right value among others, in the order of the alphabet, so that its place says nothing. */
export function offerValues(right: string, others: Iterable<string>): string[] {
  const values = new Set([right])
  for (const other of others) {
    if (values.size === offered) break
    values.add(other)
  }
  return [...values].sort()
}

/** Other values of the same form: each digit another digit, each letter another letter. */
export function* similarCodes(right: string, numbers: Iterator<number, never>): Generator<string> {
  const digits = '0123456789'
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const pick = (from: string) => from.charAt(numbers.next().value % from.length)
  for (let tries = 0; tries < 100; tries++)
    yield right.replace(/\d/g, () => pick(digits)).replace(/[A-Z]/g, () => pick(letters))
}

/** Other dates near this one and not after the last possible day, as exact as this one: a year, a month or a day. */
export function* similarDates(right: string, last: string, numbers: Iterator<number, never>): Generator<string> {
  const recent = daysBetween(right, last) <= recentDays
  for (let tries = 0; tries < 200; tries++) {
    const number = numbers.next().value
    const date = recent ? shift(last, -(number % (recentDays + 1)), 0) : shiftEitherWay(right, number)
    if (date.slice(0, right.length) <= last) yield date.slice(0, right.length)
  }
}

/** The days before the last possible one, in which most deaths lie. Around such a date, most others would be in the future. */
const recentDays = 45

const daysBetween = (from: string, to: string) =>
  from.length < 10 ? Number.POSITIVE_INFINITY : (Date.parse(to) - Date.parse(from)) / 86_400_000

function shiftEitherWay(date: string, number: number): string {
  const amount = ((number >>> 1) % 19) - 9
  if (date.length < 10) return shift(`${date}-01-01`.slice(0, 10), 0, date.length === 4 ? amount * 12 : amount)
  return number % 2 ? shift(date, amount * 3, 0) : shift(date, 0, amount * 12)
}

function shift(day: string, days: number, months: number): string {
  const moved = new Date(`${day}T00:00:00Z`)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}
