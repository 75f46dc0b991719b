import type { HouseDetails } from '#contract/house/api.ts'

/** The details of a house, other than those of the demo. */
export const sampleHouse: HouseDetails = {
  name: 'Hill House & Garden',
  shortName: 'Hill House',
  address: '7 Hill Street, Singapore 179370',
  telephone: '+65 6222 3333',
  email: 'office@hill.example',
  registrationNumber: 'T11SS1111B',
  taxNote: 'GST is included.',
  visitingHours: 'Every day, 8 am to 6 pm',
  counterHours: 'Monday to Friday, 10 am to 4 pm',
  festivalHours: '6 am to 8 pm on the Sundays around Qing Ming',
  hourExceptions: 'Good Friday: closed\nChinese New Year: 10 am to 2 pm',
  holdMinutes: 45,
  asksRelationshipProof: false,
}
