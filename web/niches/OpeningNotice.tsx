import { formatDateTime } from '#contract/dates.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import styles from './PickerLayout.module.css'
import type { useOpeningTime } from './use-opening-time.ts'

/** For a block that cannot be booked yet, and when it opens. */
export const OpeningNotice = ({
  opening: { opensAt, hasOpened, open },
  isDraft,
}: {
  opening: ReturnType<typeof useOpeningTime>
  isDraft: boolean
}) => (
  <>
    {isDraft && (
      <Callout title="This block has not been published yet">
        <p>Families do not see it, and nobody can book its niches. An admin publishes it on the page Halls.</p>
      </Callout>
    )}
    {opensAt && !isDraft && (
      <Callout title={`This block opens on ${formatDateTime(opensAt)}`}>
        <p>
          Its niches can be booked from then on. Time left: <Countdown key={opensAt} until={opensAt} onOver={open} />.
        </p>
      </Callout>
    )}
    <div role="status" className={styles.opened}>
      {hasOpened && <Callout tone="good">This block is open now. Choose a niche on the map.</Callout>}
    </div>
  </>
)
