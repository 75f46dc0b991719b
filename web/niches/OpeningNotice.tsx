import { useState } from 'react'
import { spoken, t } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import styles from './PickerLayout.module.css'
import type { BlockChoice } from './use-block-selection.ts'
import type { Opening } from './use-live-block.ts'

/** The block on screen, and from when it can be booked. `announced` is what its event stream says, which is newer. */
export function useBlockOpening(selection: BlockChoice, announced: Opening | undefined) {
  const [reached, setReached] = useState<string>()
  const [awaitedID, setAwaitedID] = useState<string>()
  const block = selection.blocks.find((each) => each.blockID === selection.blockID)
  const { blockID, opensAt: next } = announced ?? block ?? {}
  const key = `${blockID} ${next}`
  const opensAt = reached === key ? undefined : next
  if (opensAt !== undefined && awaitedID !== blockID) setAwaitedID(blockID)
  const isDraft = block?.isDraft === true
  return {
    view: block?.view,
    rowHeights: block?.rowHeights,
    isDraft,
    opensAt,
    isOpen: opensAt === undefined && !isDraft,
    /** True if the block has opened while it was on screen. */
    hasOpened: opensAt === undefined && awaitedID !== undefined && awaitedID === blockID,
    /** The time has come, until the server says so too. */
    open: () => setReached(key),
  }
}

/** Says that a block cannot be booked yet, and when it opens. */
export const OpeningNotice = ({
  block: { isDraft, opensAt, hasOpened, open },
}: {
  block: ReturnType<typeof useBlockOpening>
}) => (
  <>
    {isDraft && (
      <Callout title="This block has not been published yet">
        <p>Families do not see it, and nobody can book its niches. An admin publishes it on the page Halls.</p>
      </Callout>
    )}
    {opensAt && !isDraft && (
      <Callout title={t`This block opens on ${spoken().dateTime(opensAt)}`}>
        <p>
          <T>
            Its niches can be booked from then on. Time left: <Countdown key={opensAt} until={opensAt} onOver={open} />.
          </T>
        </p>
      </Callout>
    )}
    <div role="status" className={styles.opened}>
      {hasOpened && <Callout tone="good">{t`This block is open now. Choose a niche on the map.`}</Callout>}
    </div>
  </>
)
