import type { House } from './api.ts'
import { readHourExceptions } from './hour-exceptions.ts'

/** Opening hours inside a sentence: days of the week keep their capital letter. */
export const withinSentence = (hours: string) =>
  /^(mon|tue|wed|thu|fri|sat|sun)/i.test(hours) ? hours : hours.charAt(0).toLowerCase() + hours.slice(1)

/** What pages write about the house. Prerendered pages have markers instead, which the server fills in, so each is plain text. */
export interface HouseTexts {
  name: string
  telephone: string
  telephoneLink: string
  email: string
  emailLink: string
  visitingHours: string
  /** Within a sentence: `every day, 9 am to 5 pm`. */
  counterHours: string
  counterHoursLine: string
  /** One on each line. */
  hourExceptions: string
  /** Visiting hours and exceptions in one paragraph. */
  allVisitingHours: string
  /** Empty once the house is open. */
  openingNotice: string
}

export function toHouseTexts(house: House): HouseTexts {
  const exceptions = (readHourExceptions(house.hourExceptions) ?? []).map(
    ({ occasion, hours }) => `${occasion}: ${hours}.`,
  )
  return {
    name: house.name,
    telephone: house.telephone,
    telephoneLink: `tel:${house.telephone.replaceAll(' ', '')}`,
    email: house.email,
    emailLink: `mailto:${house.email}`,
    visitingHours: house.visitingHours,
    counterHours: withinSentence(house.counterHours),
    counterHoursLine: house.counterHours,
    hourExceptions: exceptions.join('\n'),
    allVisitingHours: [house.visitingHours && `${house.visitingHours}.`, ...exceptions].filter(Boolean).join(' '),
    openingNotice: house.isOpen ? '' : 'We are opening soon. Until then you are welcome to look around.',
  }
}

/** Where the server writes one of the texts into a prerendered page. */
export const houseMarker = (name: string) => `{{house:${name}}}`
/** In the data element of every page, for the script. */
export const houseDataID = 'house'

export const issuerLine = ({
  name,
  address,
  registrationNumber,
}: Pick<House, 'name' | 'address' | 'registrationNumber'>) =>
  [
    `Issued by ${[name, address].filter(Boolean).join(', ')}.`,
    registrationNumber && `Registration number ${registrationNumber}.`,
  ]
    .filter(Boolean)
    .join(' ')
