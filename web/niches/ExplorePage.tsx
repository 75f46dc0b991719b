import { useState } from 'react'
import { exploreApi, type PublicNiche } from '#contract/niches/explore-api.ts'
import { pathTo } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'
import { saveReturnPath } from '#web/session/return-to.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from './ExplorePage.module.css'
import { PickerLayout } from './PickerLayout.tsx'
import { visitorStatuses } from './screen-status.ts'
import { useBlockSelection } from './use-block-selection.ts'
import { usePublicLocations } from './use-locations.ts'
import { usePolledBlock } from './use-polled-block.ts'

const lead = 'See which niches are free and what they cost. You need an account only to book one.'
const hint = 'Choose a free niche on the map to see its place and price.'

/** A click selects a niche, as it does for families. */
const clicksAs: Role = 'user'

/** The map for visitors. Nothing can be booked here. */
export function ExplorePage() {
  const selection = useBlockSelection(usePublicLocations)
  const block = usePolledBlock(selection.blockID)
  const [chosen, setChosen] = useState<PublicNiche>()
  const { buildingID = '', levelID = '' } = selection
  return (
    <div className={styles.page}>
      <Page title="Niches and prices" breadcrumb={false} intro={lead}>
        <PickerLayout
          role={clicksAs}
          selection={selection}
          block={block}
          findEndpoint={exploreApi.find}
          statuses={visitorStatuses}
          hint={hint}
          selected={chosen}
          onSelect={setChosen}
          panel={({ nicheID, blockID }) => (
            <WaysToBook
              path={pathTo('bookNiche', { building: buildingID, level: levelID, block: blockID, niche: nicheID })}
            />
          )}
        />
      </Page>
    </div>
  )
}

/** Leads to the chosen niche on the booking page, at once or after signing in. */
function WaysToBook({ path }: { path: string }) {
  const user = useUser()
  if (user) return user.role === 'user' && <ButtonLink to={path}>Continue to the booking</ButtonLink>
  const remember = () => saveReturnPath({ path, openTo: ['user'] })
  return (
    <>
      <div className={styles.ways}>
        <ButtonLink to={pathTo('register')} small onClick={remember}>
          Create an account
        </ButtonLink>
        <ButtonLink to={pathTo('login')} variant="secondary" small onClick={remember}>
          Log in
        </ButtonLink>
      </div>
      <p className={styles.note}>Afterwards you come back to this niche.</p>
    </>
  )
}
