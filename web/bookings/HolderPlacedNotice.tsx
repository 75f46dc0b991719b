import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import type { HolderPlaced } from '#contract/rights/holder.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Code } from '#web/ui/Code.tsx'

/** Asks staff whether the person of a booking is a holder, whose death nobody has recorded yet. */
export const HolderPlacedNotice = ({ holder }: { holder: HolderPlaced | null }) =>
  holder && (
    <Callout tone="note" title={`Is this ${orNotRecorded(holder.name)}, who holds the right to this niche?`}>
      <p>
        The name or the number is the same. If it is the same person, please record on the page of{' '}
        <Link to={pathTo('right', { number: holder.right })}>
          right <Code>{holder.right}</Code>
        </Link>{' '}
        that they have died, so that we write to the other holders and to the contacts instead.
      </p>
    </Callout>
  )
