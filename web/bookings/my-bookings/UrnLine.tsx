import type { OwnBooking } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { describeUrnForFamily } from '#contract/urns/placement.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import styles from './FamilyStatusLine.module.css'
import { useOwnUrn } from './use-own-urn.ts'

/** Where the urn is, with the certificate while it is in its niche. Renders nothing until that is known. */
export function UrnLine({ booking }: { booking: OwnBooking }) {
  const { bookingID } = booking
  const { isKnown, urn } = useOwnUrn(bookingID)
  const words = isKnown && describeUrnForFamily(booking, urn)
  if (!words) return null
  return (
    <div className={styles.status}>
      <p className={styles.title}>{words}</p>
      {urn?.place === 'niche' && (
        <div>
          <ButtonLink small variant="secondary" to={pathTo('placementCertificate', { bookingID })}>
            Placement certificate
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
