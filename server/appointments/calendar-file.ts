import type { HouseDetails } from '#contract/house/api.ts'
import { pathTo } from '#contract/pages.ts'
import { type Speaker, tagOf } from '#contract/words/t.ts'
import type { Config } from '#server/core/config.ts'
import type { CalendarFile } from '#server/mail/outbox.ts'
import type { AppointmentRow, Location } from './queries.ts'

interface CalendarEntry {
  appointment: AppointmentRow
  location: Location
  beneficiaryName: string
  /** The family's email address; empty if it has none. */
  attendee: string
  house: HouseDetails
  config: Pick<Config, 'publicUrl' | 'mailFrom'>
  now: Date
}

/**
 * An appointment as an iCalendar file (RFC 5545). Calendars know it by its UID and keep the highest sequence number.
 */
export function calendarFile(method: CalendarFile['method'], entry: CalendarEntry, speaker: Speaker): CalendarFile {
  const t = tagOf(speaker)
  const { appointment, location, beneficiaryName, attendee, house, config, now } = entry
  const { appointmentID, bookingID, version, startsAt, endsAt } = appointment
  const host = new URL(config.publicUrl).hostname
  const page = new URL(pathTo('appointment', { bookingID }), config.publicUrl).href
  const organizer = /[^\s<>]+@[^\s<>]+/.exec(config.mailFrom)?.[0] ?? house.email
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Columba//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...timeZone,
    'BEGIN:VEVENT',
    `UID:${appointmentID}@${host}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${inUTC(now)}`,
    `DTSTART;TZID=Asia/Singapore:${inSingapore(startsAt)}`,
    `DTEND;TZID=Asia/Singapore:${inSingapore(endsAt)}`,
    `SUMMARY:${escapeText(t`Placement of the urn of ${beneficiaryName}`)}`,
    `LOCATION:${escapeText([house.name, location.buildingName, house.address].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${escapeText([location.directions, t`To change or cancel: ${page}`].filter(Boolean).join('\n'))}`,
    `URL:${page}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quoteParameter(house.name)}:mailto:${organizer}`,
    ...(attendee ? [`ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return { method, content: `${lines.map(fold).join('\r\n')}\r\n` }
}

const timeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Singapore',
  'BEGIN:STANDARD',
  'DTSTART:19820101T000000',
  'TZOFFSETFROM:+0800',
  'TZOFFSETTO:+0800',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const compact = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '')
const inUTC = (instant: Date) => compact(instant)
const inSingapore = (instant: Date) => compact(new Date(instant.getTime() + 8 * 3_600_000)).replace('Z', '')

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')
const quoteParameter = (text: string) => `"${text.replace(/["\r\n]/g, ' ')}"`

/** A line has at most 75 bytes; the rest follows after a space. */
function fold(line: string): string {
  const parts = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      parts.push(' ')
      bytes = 1
    }
    parts[parts.length - 1] += character
    bytes += size
  }
  return parts.join('\r\n')
}
