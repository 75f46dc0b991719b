import { lunarDate } from '#contract/appointments/lunar-date.ts'
import { addDays } from '#contract/dates.ts'

/**
 * Where ICU 78 differs, and how the tables of the Hong Kong Observatory have it. ICU puts three leap months a month or
 * two late, and takes new moons that are minutes from midnight for those of the other day. In 2057 only Firefox differs,
 * as the Observatory does: by newer calculations that new moon is 44 seconds after midnight, and the Observatory calls
 * its day uncertain.
 */
export const namedDifferences: Record<string, [until: string, firstDay: string]> = {
  '1917-03-23': ['1917-05-20', '1st day of the leap 2nd lunar month'],
  '1922-06-25': ['1922-08-22', '1st day of the leap 5th lunar month'],
  '1954-02-03': ['1954-03-04', '1st day of the 1st lunar month'],
  '1955-02-22': ['1955-03-23', '1st day of the 2nd lunar month'],
  '1987-07-26': ['1987-09-22', '1st day of the leap 6th lunar month'],
  '1999-01-17': ['1999-02-15', '1st day of the 12th lunar month'],
  '2012-08-17': ['2012-09-15', '1st day of the 7th lunar month'],
  '2018-11-07': ['2018-12-06', '30th day of the 9th lunar month'],
  '2027-02-06': ['2027-03-07', '1st day of the 1st lunar month'],
  '2030-02-02': ['2030-03-03', '30th day of the 12th lunar month'],
  '2057-09-28': ['2057-10-27', '30th day of the 8th lunar month'],
  '2070-03-12': ['2070-04-10', '1st day of the 2nd lunar month'],
}

/** `6bis/1` for the first day of a leap month, as `Intl` writes it. */
const inTable = (day: string) => {
  const date = lunarDate(day)
  return date && `${date.month}${date.isLeap ? 'bis' : ''}/${date.day}`
}

/** All days of the table. */
export const daysOfTable: string[] = []
for (let day = '1901-02-19'; day < '2101-01-29'; day = addDays(day, 1)) daysOfTable.push(day)

export const firstDaysOfMonths = daysOfTable.filter((day) => lunarDate(day)?.day === 1)

/** The days on which an engine differs, besides those in the periods that are named. */
export const listUnnamedDifferences = (days: readonly string[], inIntl: readonly string[]) =>
  days.filter((day, index) => inIntl[index] !== inTable(day) && !isNamed(day))

const isNamed = (day: string) => Object.entries(namedDifferences).some(([from, [until]]) => from <= day && day <= until)
