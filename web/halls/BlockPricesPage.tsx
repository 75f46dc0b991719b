import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { type BlockWithLocation, nicheApi } from '#contract/niches/api.ts'
import { buildingLevelBlock, type Niche } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { NicheMapWithLegend } from '#web/niches/NicheMapWithLegend.tsx'
import { legendStatuses } from '#web/niches/screen-status.ts'
import { useLiveBlock } from '#web/niches/use-live-block.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { CapacityForm, NumberingForm, RetireNichesForm } from './NicheForms.tsx'
import { PriceChangeList, PriceForm } from './PriceChanges.tsx'
import { type Selection, type SelectionMode, selectAt } from './select-niches.ts'

const nothing: Selection = { nicheIDs: new Set() }
const always = () => true

/** Changes prices and retires niches by a selection on the map. */
export function BlockPricesPage({ blockID }: { blockID: string }) {
  const block = useApi(nicheApi.block, { query: { blockID } })
  return (
    <Page
      title="Prices and niches"
      breadcrumb="Halls"
      intro={block.data && buildingLevelBlock(block.data)}
      actions={
        <ButtonLink variant="secondary" to={pathTo('halls')}>
          Back to the halls
        </ButtonLink>
      }
    >
      <QueryResult query={block} loading="Loading the block..." failure="Failed to load the block">
        {(block) => <SelectableBlock block={block} />}
      </QueryResult>
    </Page>
  )
}

function SelectableBlock({ block }: { block: BlockWithLocation }) {
  const { blockID, view } = block
  const { niches, isLive } = useLiveBlock(blockID)
  const [mode, setMode] = useState<SelectionMode>('niche')
  const [selection, setSelection] = useState(nothing)
  const selected = niches?.filter(({ nicheID }) => selection.nicheIDs.has(nicheID)) ?? []
  const clear = () => setSelection(nothing)
  const changeMode = (next: SelectionMode) => {
    setMode(next)
    setSelection(({ nicheIDs }) => ({ nicheIDs }))
  }
  return (
    <>
      <div className={`${common.row3} ${common.bottom}`}>
        <SelectField
          label="Select by"
          options={optionsOf(modeLabels)}
          value={mode}
          onChange={(event) => changeMode(event.target.value as SelectionMode)}
        />
        <Button
          variant="secondary"
          onClick={() => setSelection({ nicheIDs: new Set(niches?.map(({ nicheID }) => nicheID)) })}
        >
          Select the whole block
        </Button>
        <Button variant="quiet" onClick={clear}>
          Clear the selection
        </Button>
      </div>
      <p role="status">{describeSelection(selected, selection.corner)}</p>
      {niches ? (
        <NicheMapWithLegend
          label="Niches of the block"
          view={view}
          statuses={legendStatuses}
          niches={niches}
          selects
          selectedIDs={selection.nicheIDs}
          mayAct={always}
          isLive={isLive}
          onAct={({ nicheID }) => {
            const niche = niches.find((each) => each.nicheID === nicheID)
            if (niche) setSelection((last) => selectAt(last, mode, niche, niches))
          }}
        />
      ) : (
        <Loading words="Drawing the map..." />
      )}
      <NumberingForm block={block} />
      <PriceForm blockID={blockID} selected={selected} onDone={clear} />
      <CapacityForm selected={selected} onDone={clear} />
      <RetireNichesForm selected={selected} onDone={clear} />
      <PriceChangeList blockID={blockID} />
    </>
  )
}

const modeLabels: Record<SelectionMode, string> = {
  niche: 'Single niches',
  row: 'Rows',
  column: 'Columns',
  rectangle: 'Rectangles: choose two corners',
}

function describeSelection(selected: readonly Niche[], corner: Niche | undefined) {
  if (selected.length === 0 && !corner) return 'No niche is selected. Choose niches on the map.'
  const count = `${counted(selected.length, 'niche is', 'niches are')} selected.`
  return corner ? `${count} Now choose the corner opposite ${corner.nicheCode}.` : count
}
