import { bookingApi } from '#contract/bookings/api.ts'
import { nameByScript } from '#contract/family/name-scripts.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'
import { beneficiaryFacts } from '#web/bookings/beneficiary-facts.ts'
import { isPreOrder } from '#web/bookings/booking-actions.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import styles from './CheckAnswers.module.css'

/** What the family has entered, as it will be written, and what it pays for. Renders nothing if it cannot be loaded. */
export function CheckAnswers({ bookingID, applicantName }: { bookingID: string; applicantName: string | undefined }) {
  const booking = useApi(bookingApi.byID, { query: { bookingID } }, { what: 'booking details' }).data?.[0]
  if (!booking) return null
  const forLater = isPreOrder(booking)
  const answers = beneficiaryFacts
    .map(({ what, textOf }) => [what, textOf(booking, '')] as const)
    .filter(([, text]) => text !== '')
  return (
    <Card title="Please check before you pay">
      <p>Names and dates are written like this on our papers.</p>
      <Facts
        facts={[
          [
            'Name',
            nameByScript(booking.beneficiaryName).map(({ text, lang }) => <Name key={text} text={text} lang={lang} />),
          ],
          ...answers,
          ['Booking type', forLater ? 'PreOrder, for later' : 'Current, for someone who has died'],
          ...(applicantName ? [['Booked by', applicantName] as const] : []),
          ['Niche', booking.nicheCode],
          ['Place', buildingLevelBlock(booking)],
          ['Booking ID', booking.bookingID],
        ]}
      />
      <h3>What is included</h3>
      <ul className={styles.list}>
        <li>The place in the niche, kept for as long as it is needed.</li>
        <li>Placing the urn with our staff, on a day that you choose.</li>
      </ul>
      <h3>If you get your money back</h3>
      <ul className={styles.list}>
        <li>
          If our staff cannot approve the booking, the whole amount is returned to your card. Your bank may take 5 to 10
          days to show it.
        </li>
        {forLater && <li>If you give up the pre-order before an urn is placed, please ask our staff to return it.</li>}
      </ul>
    </Card>
  )
}

const Name = ({ text, lang }: { text: string; lang: string | undefined }) => (
  <span className={styles.name} lang={lang}>
    {text}
  </span>
)
