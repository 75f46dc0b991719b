import { Link, useSearchParams } from 'react-router'
import { hallApi } from '#contract/halls/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { HousePicture } from '#web/niches/house-picture/HousePicture.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { BlockLayoutPage } from './BlockLayoutPage.tsx'
import { BlockPricesPage } from './BlockPricesPage.tsx'
import { HallCard } from './HallCard.tsx'
import { HallDialog } from './HallDialogs.tsx'

/** The list of halls, or one block: its layout while it is a draft, afterwards its prices. */
export function HallsPage() {
  const [search] = useSearchParams()
  const top = useStepFocus(search.toString())
  return <div ref={top}>{pageFor(search)}</div>
}

function pageFor(search: URLSearchParams) {
  const [draftID, levelID, blockID] = [search.get('draft'), search.get('level'), search.get('block')]
  if (draftID) return <BlockLayoutPage key={draftID} draftID={draftID} />
  if (levelID) return <BlockLayoutPage key={levelID} levelID={levelID} />
  if (blockID) return <BlockPricesPage key={blockID} blockID={blockID} />
  return <HallList />
}

function HallList() {
  const halls = useApi(hallApi.list, {}, { what: 'halls' })
  const isEmpty = halls.data?.length === 0
  const add = <DialogButton dialog={() => <HallDialog />}>Add a hall</DialogButton>
  return (
    <Page
      title="Halls"
      intro="Halls, levels and blocks of niches. Families see a block once it is published."
      actions={!isEmpty && add}
      picture={<HousePicture isSmall />}
    >
      <AllAtOnce loading="Loading halls...">
        <WaitingRequests acts={['publishDraft', 'publishBlocks', 'retireNiches']} />
        <QueryResult query={halls} loading="Loading halls..." failure="Failed to load the halls">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                words="There is no hall yet."
                hint={
                  <>
                    Add one, then a level, then lay out a block: it is a draft until you publish it. A house that moves
                    in can <Link to={pathTo('registers')}>import its register</Link> instead.
                  </>
                }
              >
                {add}
              </EmptyState>
            ) : (
              list.map((hall) => <HallCard key={hall.buildingID} hall={hall} />)
            )
          }
        </QueryResult>
      </AllAtOnce>
    </Page>
  )
}
