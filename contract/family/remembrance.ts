import { z } from 'zod'
import { spoken, t } from '../words/t.ts'

/** How long before an anniversary of a death we write. */
export const daysBeforeAnniversary = 30

export const calendars = ['solar', 'lunar'] as const

/** Whether an anniversary is a day earlier or later in a year without that day: 29 February, or the 30th of a lunar month. */
export const shortMonths = ['earlier', 'later'] as const

/** Where the anniversary of a death in a leap month is: in the ordinary month, or in the leap month of years that have the same one. */
export const leapMonths = ['ordinary', 'leap'] as const

export const RemembranceChoice = z.object({
  calendar: z.enum(calendars),
  leapMonth: z.enum(leapMonths),
  shortMonth: z.enum(shortMonths),
})
export type RemembranceChoice = z.infer<typeof RemembranceChoice>

/** `23 Feb 2027, by the lunar calendar`. */
export const formatAnniversary = (day: string, { calendar }: Pick<RemembranceChoice, 'calendar'>) =>
  calendar === 'lunar' ? t`${spoken().day(day)}, by the lunar calendar` : spoken().day(day)
