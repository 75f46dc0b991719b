import { formatDateTime } from '#contract/dates.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'

/** A block that is published, but cannot be booked yet. */
export const OpeningNotice = ({ opensAt, onOpen }: { opensAt: string; onOpen: () => void }) => (
  <Callout title={`This block opens on ${formatDateTime(opensAt)}`}>
    <p>
      Its niches can be booked from then on, in <Countdown until={opensAt} onOver={onOpen} />.
    </p>
  </Callout>
)
