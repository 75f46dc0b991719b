import { createHash } from 'node:crypto'
import { dayMs } from '#contract/dates.ts'

type Numbers = Generator<number, never>

/** Pseudo-random numbers from a seed. They are the same each time, so comparing two answers does not show which value is right. */
export function* numbersFrom(seed: string): Numbers {
  for (let index = 0; ; index++) yield createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE()
}

/** How many values there are to choose from. */
const offered = 5

/** The right value among decoys, sorted, so that its position gives nothing away. */
export function offerValues(right: string, others: Iterable<string>): string[] {
  const values = new Set([right])
  for (const other of others) {
    if (values.size === offered) break
    values.add(other)
  }
  return [...values].sort()
}

const digits = '0123456789'
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Other endings of an NRIC: each digit another digit, each letter another letter. */
export function* similarEndings(right: string, numbers: Numbers): Generator<string> {
  for (let tries = 0; tries < 100; tries++)
    yield right.replace(/\d/g, () => pick(digits, numbers)).replace(/[A-Z]/g, () => pick(letters, numbers))
}

/** Other certificate numbers. Only the longest number in it differs, because many share the letters and the year. */
export function* similarCodes(right: string, numbers: Numbers): Generator<string> {
  const [longest = ''] = (right.match(/\d+/g) ?? []).sort((one, other) => other.length - one.length)
  if (!longest) return yield* similarEndings(right, numbers)
  for (let tries = 0; tries < 100; tries++)
    yield right.replace(
      longest,
      longest.replace(/\d/g, () => pick(digits, numbers)),
    )
}

const pick = (from: string, numbers: Numbers) => from.charAt(numbers.next().value % from.length)

/**
 * Other dates near this one, as exact as it is (a year, a month or a day) and not after the last possible day. The groups are
 * fixed: dates made around the right one would show it in their middle.
 */
export function* similarDates(right: string, last: string, numbers: Numbers): Generator<string> {
  const latest = toNumber(last.slice(0, right.length))
  const before = latest - toNumber(right)
  const start = before - (before % near)
  const mixed = Array.from({ length: near }, (_, index) => ({ before: start + index, order: numbers.next().value }))
  mixed.sort((one, other) => one.order - other.order)
  const position = mixed.findIndex((each) => each.before === before)
  const group = mixed.slice(position - (position % offered)).slice(0, offered)
  for (const each of group) yield toDate(latest - each.before, right)
}

/** How many days, months or years are shuffled and divided into groups. */
const near = 30

/** The date as a number of years, months or days, depending on how exact it is. */
function toNumber(date: string): number {
  const [year = 0, month, day] = date.split('-').map(Number)
  if (day) return Date.parse(date) / dayMs
  return month ? year * 12 + month - 1 : year
}

function toDate(number: number, { length }: string): string {
  if (length === '2026-03-14'.length) return new Date(number * dayMs).toISOString().slice(0, length)
  if (length === '2026'.length) return String(number)
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
