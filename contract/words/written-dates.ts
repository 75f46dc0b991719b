import { formatDateTime } from '../dates.ts'
import { type Language, localeOf } from './languages.ts'

/** An instant in Singapore: `14 Mar 2026, 14:05`, or `2026年3月14日 14:05`. */
export const dateTimeIn = (language: Language, instant: Date | string): string =>
  language === 'en' ? formatDateTime(instant) : new Date(instant).toLocaleString(localeOf(language), inHouse)

/** With 24 hours, because Node and browsers do not agree on the words for the parts of a day. */
const inHouse = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Singapore' } as const
