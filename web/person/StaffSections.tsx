import { Link, useLocation } from 'react-router'
import { contactKey } from '#contract/accounts/account.ts'
import { appointmentLabels, formatAppointment, isOpen } from '#contract/appointments/appointment.ts'
import { certificateLabels } from '#contract/bookings/certificate-request.ts'
import { isSearchable, searchPathOf } from '#contract/bookings/search-path.ts'
import { formatDateTime, formatDay, toDay } from '#contract/dates.ts'
import type { StaffPerson } from '#contract/family/staff-person-api.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { nameInNiche, notRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { describeRight } from '#contract/rights/term.ts'
import { isInNiche } from '#contract/urns/moves.ts'
import { languages } from '#contract/words/languages.ts'
import { BookingBadge, BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import { Email } from '#web/ui/Email.tsx'

export function BookingSection({ person: { booking, waitingSince } }: { person: StaffPerson }) {
  const { role } = useSignedIn()
  const { bookingID, bookingStatus, bookingType, createdAt, madeBy, right } = booking
  const from = useLocation().pathname
  return (
    <Card title="Booking">
      <Facts
        facts={[
          ['Booking ID', <CopyableField key="id" value={bookingID} what="booking ID" />],
          ['Niche', booking.nicheCode],
          ['Place', buildingLevelBlock(booking)],
          [
            'Status',
            <span key="status" className={common.row2}>
              <BookingBadge status={bookingStatus} />
              <BookingTypeBadge type={bookingType} />
            </span>,
          ],
          [madeBy === 'import' ? 'Imported' : 'Submitted', formatDateTime(createdAt)],
          bookingStatus === 'Pending' && ['Waiting since', formatDateTime(waitingSince)],
          right && [
            'Right',
            <span key="right">
              <Link to={pathTo('right', { number: right.number })}>{right.number}</Link>, {describeRight(right)}
            </span>,
          ],
        ]}
      />
      {role === 'staff' && (
        <Link to={pathTo('bookingApproval', { bookingID })} state={{ from }}>
          Papers, decision and corrections
        </Link>
      )}
    </Card>
  )
}

/** Says only which papers there are: who opens a certificate is in the audit log, so it is opened on the page for that. */
export function PapersSection({ person: { booking, papers, urn } }: { person: StaffPerson }) {
  const { role } = useSignedIn()
  const from = useLocation().pathname
  const { bookingID } = booking
  const isPlaced = urn !== null && isInNiche(urn.place)
  if (papers.length === 0 && !isPlaced) return null
  return (
    <Card title="Papers">
      <ul className={common.stack2}>
        {papers.map((kind) => (
          <li key={kind}>
            {role === 'staff' ? (
              <Link to={pathTo('bookingApproval', { bookingID })} state={{ from }}>
                {certificateLabels[kind]}
              </Link>
            ) : (
              certificateLabels[kind]
            )}
          </li>
        ))}
        {isPlaced && (
          <li>
            <Link to={pathTo('placementCertificate', { bookingID })}>Placement certificate</Link>
          </li>
        )}
      </ul>
    </Card>
  )
}

export function DaySection({ person: { booking, appointment } }: { person: StaffPerson }) {
  const { role } = useSignedIn()
  if (!appointment) return null
  const { startsAt, endsAt, status, message } = appointment
  return (
    <Card title="Day">
      <Facts
        facts={[
          ['Placement', formatAppointment(new Date(startsAt), new Date(endsAt))],
          ['Status', appointmentLabels[status]],
          message && [
            'The family wrote',
            <span key="message" className={common.lines}>
              {message}
            </span>,
          ],
        ]}
      />
      {role === 'staff' && isOpen(status) && (
        <Link to={pathTo('appointment', { bookingID: booking.bookingID })}>Change the day or time</Link>
      )}
    </Card>
  )
}

export function FamilySection({ person: { applicant, sharing, others } }: { person: StaffPerson }) {
  const { role } = useSignedIn()
  const { name, email, contactNumber, language } = applicant
  const { link, relative } = sharing
  const canSearch = role === 'staff' && isSearchable(contactKey(contactNumber))
  return (
    <Card title="Family and contacts">
      <Facts
        facts={[
          [
            'Applicant',
            canSearch ? (
              <Link key="applicant" to={searchPathOf(contactNumber)}>
                {orNotRecorded(name)}
              </Link>
            ) : (
              orNotRecorded(name)
            ),
          ],
          [
            'Contact number',
            contactNumber ? (
              <a key="contact number" href={`tel:${contactNumber.replaceAll(' ', '')}`}>
                {contactNumber}
              </a>
            ) : (
              notRecorded
            ),
          ],
          ['Email', email ? <Email key="email" address={email} /> : notRecorded],
          language && language !== 'en' && ['Letters', `In ${languages[language]}, followed by English`],
          relative && [
            relative.agreed ? 'Relative who helps' : 'Invited to help',
            <RelativeWords key="relative" relative={relative} />,
          ],
          link && ['Link of the family', `Works until ${formatDay(toDay(new Date(link.expiresAt)))}`],
          others.length > 0 && [
            'Also in this niche',
            <ul key="others">
              {others.map((other) => (
                <li key={other.bookingID}>
                  <Link to={pathTo('staffPerson', { bookingID: other.bookingID })}>{nameInNiche(other)}</Link>
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
    </Card>
  )
}

type Relative = NonNullable<StaffPerson['sharing']['relative']>

/** Until an account accepts, only the address of the invitation is known. */
const RelativeWords = ({ relative: { account, email, agreed } }: { relative: Relative }) => (
  <>
    {account && `${account.name}, `}
    <Email address={account?.email ?? email} />
    {!agreed && (account ? '. Accepted, and the holder has not agreed yet.' : '. Not accepted yet.')}
  </>
)
