import { nicheApi } from '#contract/niches/api.ts'
import { pathTo } from '#contract/pages.ts'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useOpenDialog } from '#web/ui/dialog/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { NichePanel } from './NichePanel.tsx'
import { useBlockOpening } from './OpeningNotice.tsx'
import { OverrideDialog } from './OverrideDialog.tsx'
import { PickerLayout } from './PickerLayout.tsx'
import { legendStatuses, type MapNiche } from './screen-status.ts'
import { useBlockSelection } from './use-block-selection.ts'
import { useLiveBlock } from './use-live-block.ts'
import { useLocations } from './use-locations.ts'
import { useNicheSearch } from './use-niche-search.ts'

export const NicheManagementPage = () => (
  <Page title="Niche Management">
    <WaitingRequests acts={['freeNiche']} />
    <NicheOverview />
  </Page>
)

/** The map for admins: every niche can be opened, whatever its status. */
function NicheOverview() {
  const selection = useBlockSelection(useLocations)
  const block = useLiveBlock(selection.blockID)
  const opening = useBlockOpening(selection, block.opening)
  const finder = useNicheSearch(nicheApi.find, selection.go)
  const openDialog = useOpenDialog()
  const open = ({ nicheID }: MapNiche) => {
    const niche = block.niches?.find((each) => each.nicheID === nicheID)
    if (niche) openDialog(() => <OverrideDialog niche={niche} />)
  }
  if (selection.hasNoBuildings) return <NoNiches />
  return (
    <PickerLayout
      selection={selection}
      block={block}
      opening={opening}
      finder={finder}
      statuses={legendStatuses}
      selects={false}
      mayAct={always}
      foundIDs={finder.foundIDs}
      onAct={open}
      panel={<NichePanel hint="Choose any niche to read its history or to change its status." />}
    />
  )
}

const always = () => true

/** Shown in a new house, until the first block is published. */
const NoNiches = () => (
  <EmptyState
    words="No block of niches is published yet."
    hint="Lay out a block of a hall, or import the register of an old house, and publish it."
  >
    <ButtonLink to={pathTo('halls')}>See the halls</ButtonLink>
  </EmptyState>
)
