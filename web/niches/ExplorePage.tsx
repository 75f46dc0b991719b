import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { exploreApi, type PublicNiche } from '#contract/niches/explore-api.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { withParams } from '#web/core/with-params.ts'
import { PriceList } from '#web/prices/PriceList.tsx'
import { saveReturnPath } from '#web/session/return-to.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/Page.tsx'
import styles from './ExplorePage.module.css'
import { NicheChooser } from './NicheChooser.tsx'
import { visitorStatuses } from './screen-status.ts'
import { useBlockSelection } from './use-block-selection.ts'
import { usePolledBlock } from './use-live-block.ts'
import { usePublicLocations } from './use-locations.ts'

/** The map for visitors. Nothing can be booked here. */
export function ExplorePage() {
  const selection = useBlockSelection(usePublicLocations)
  const block = usePolledBlock(selection.blockID)
  const [chosen, setChosen] = useState<PublicNiche>()
  const user = useUser()
  const { buildingID = '', levelID = '' } = selection
  const choose = useNicheInLink(block.niches, setChosen)
  return (
    <div className={`${common.width} ${styles.page}`}>
      <Page
        title={t`Niches and prices`}
        breadcrumb={false}
        intro={t`See which niches are free and what they cost. You need an account only to book one.`}
      >
        <NicheChooser
          selection={selection}
          block={block}
          findEndpoint={exploreApi.find}
          statuses={visitorStatuses}
          hint={t`Choose a free niche on the map to see its place and price.`}
          selected={chosen}
          onSelect={choose}
          panel={({ nicheID, blockID, nicheCode }) => {
            const here = { building: buildingID, level: levelID, block: blockID, niche: nicheID }
            return (
              <>
                <WaysToBook path={pathTo('bookNiche', here)} nicheCode={nicheCode} />
                <p className={`${common.small} ${styles.link}`}>
                  <span>
                    {!user && `${t`Afterwards you come back to this niche.`} `}
                    {t`Copy its link:`}
                  </span>
                  <CopyButton text={`${location.origin}${pathTo('explore', here)}`} what={t`link`} />
                </p>
              </>
            )
          }}
        />
        <PriceList />
      </Page>
    </div>
  )
}

/** The niche of a link that was shared is chosen once, if it is still free. Returns how to choose another. */
function useNicheInLink(niches: readonly PublicNiche[] | undefined, choose: (niche: PublicNiche | undefined) => void) {
  const [search, setSearch] = useSearchParams()
  const linkedID = search.get('niche')
  const linked = niches?.find(({ nicheID, status }) => nicheID === linkedID && status === 'Available')
  const chooseLinked = useEffectEvent(() => choose(linked))
  const isThere = linked !== undefined
  useEffect(() => {
    if (isThere) chooseLinked()
  }, [isThere])
  return (niche: PublicNiche | undefined) => {
    choose(niche)
    if (linkedID)
      setSearch((last) => withParams(last, { niche: undefined }), { replace: true, preventScrollReset: true })
  }
}

/** Leads to the chosen niche on the booking page, at once or after signing in. */
function WaysToBook({ path, nicheCode }: { path: string; nicheCode: string }) {
  const user = useUser()
  if (user) return user.role === 'user' && <ButtonLink to={path}>{t`Continue to the booking`}</ButtonLink>
  const remember = () => saveReturnPath({ path, openTo: ['user'], nicheCode })
  return (
    <div className={common.row2}>
      <ButtonLink to={pathTo('register')} small onClick={remember}>
        {t`Create an account`}
      </ButtonLink>
      <ButtonLink to={pathTo('login')} variant="secondary" small onClick={remember}>
        {t`Log In`}
      </ButtonLink>
    </div>
  )
}
