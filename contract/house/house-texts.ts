import { type Speaker, spoken, tagOf } from '../words/t.ts'
import type { House, HouseDetails } from './api.ts'
import { readHourExceptions } from './hour-exceptions.ts'

/** Before the details are saved, only the name of the software is known. */
export const blankHouse = {
  name: 'Columba',
  shortName: '',
  address: '',
  telephone: '',
  email: '',
  registrationNumber: '',
  taxNote: '',
  visitingHours: '',
  counterHours: '',
  festivalHours: '',
  hourExceptions: '',
  asksRelationshipProof: false,
}

/** Opening hours inside a sentence: days of the week keep their capital letter. */
export const withinSentence = (hours: string) =>
  /^(mon|tue|wed|thu|fri|sat|sun)/i.test(hours) ? hours : hours.charAt(0).toLowerCase() + hours.slice(1)

/** Ends with one full stop, also if an admin has typed one. Empty stays empty. */
const asSentence = (text: string) => text && `${text.replace(/\.+$/, '')}.`

/** What pages write about the house. Prerendered pages have markers instead, which the server fills in, so each is plain text. */
export interface HouseTexts {
  name: string
  /** The name, if there is no shorter one. */
  shortName: string
  telephone: string
  telephoneLink: string
  email: string
  emailLink: string
  visitingHours: string
  /** The hours within a sentence: `every day, 9 am to 5 pm`. */
  counterHours: string
  counterHoursLine: string
  /** Empty, like the hours, if there are none; so are the two about exceptions. */
  festivalTitle: string
  festivalHours: string
  exceptionsTitle: string
  /** Each exception is on a line of its own. */
  hourExceptions: string
  /** Visiting hours, festivals and exceptions in one paragraph. */
  allVisitingHours: string
  /** Empty once the house is open. */
  openingNotice: string
}

/** The server has a `Date`, browsers what they received. */
type ReadHouse = Omit<House, 'opensAt' | 'logo'> & { opensAt?: Date | string | undefined }

export function toHouseTexts(house: ReadHouse, speaker: Speaker = spoken()): HouseTexts {
  const t = tagOf(speaker)
  const { name, telephone, email, visitingHours, counterHours, festivalHours } = house
  const exceptions = (readHourExceptions(house.hourExceptions) ?? []).map(({ occasion, hours }) =>
    asSentence(`${occasion}: ${hours}`),
  )
  return {
    name,
    shortName: house.shortName || name,
    telephone,
    telephoneLink: `tel:${telephone.replaceAll(' ', '')}`,
    email,
    emailLink: `mailto:${email}`,
    visitingHours,
    counterHours: speaker.language === 'en' ? withinSentence(counterHours) : counterHours,
    counterHoursLine: counterHours,
    festivalTitle: festivalHours && t`At Qing Ming and All Souls`,
    festivalHours:
      festivalHours && t`${asSentence(festivalHours)} Sundays are the busiest; weekday mornings are quieter.`,
    exceptionsTitle: exceptions.length > 0 ? t`On other days` : '',
    hourExceptions: exceptions.join('\n'),
    allVisitingHours: [
      asSentence(visitingHours),
      festivalHours && t`Longer around festivals: ${asSentence(festivalHours)}`,
      ...exceptions,
    ]
      .filter(Boolean)
      .join(' '),
    openingNotice: openingNotice(house, speaker),
  }
}

function openingNotice({ isOpen, opensAt }: ReadHouse, speaker: Speaker): string {
  const t = tagOf(speaker)
  if (isOpen) return ''
  return opensAt
    ? t`We are opening soon, on ${speaker.dateTime(opensAt)}. Until then you are welcome to look around.`
    : t`We are opening soon. Until then you are welcome to look around.`
}

/** Where the server writes one of the texts into a prerendered page. */
export const houseMarker = (name: string) => `{{house:${name}}}`
/** The ID of the data element in every page, from which the script reads them. */
export const houseDataID = 'house'

export const issuerLine = ({
  name,
  address,
  registrationNumber,
}: Pick<HouseDetails, 'name' | 'address' | 'registrationNumber'>) =>
  [
    `Issued by ${[name, address].filter(Boolean).join(', ')}.`,
    registrationNumber && `Registration number ${registrationNumber}.`,
  ]
    .filter(Boolean)
    .join(' ')
