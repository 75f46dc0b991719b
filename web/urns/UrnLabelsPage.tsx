import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { type LabelledUrn, urnApi } from '#contract/urns/api.ts'
import { type StockTakeBlock, stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './UrnLabel.module.css'
import { LabelsByTag, labelWords, UrnLabel } from './UrnLabel.tsx'

/** Common label sheets; the first is plain paper. */
const papers = [
  { value: '', label: 'Plain paper, one below the other' },
  { value: '8', label: 'A4 sheet of 8 labels, 99.1 × 67.7 mm' },
  { value: '14', label: 'A4 sheet of 14 labels, 99.1 × 38.1 mm' },
  { value: '24', label: 'A4 sheet of 24 labels, 70 × 37 mm' },
]

/** The labels of a hall, of a block, or of the first fifty urns of a list, to print them together. */
export function UrnLabelsPage() {
  const [search, setSearch] = useSearchParams()
  const { hall, block, query, paper = '' } = Object.fromEntries(search)
  const choose = (value: string) => setSearch({ ...Object.fromEntries(search), paper: value }, { replace: true })
  return (
    <Page
      title="Urn labels"
      narrow={paper === ''}
      intro={introOf(hall, block, query?.trim())}
      headerOnScreenOnly={paper !== ''}
      actions={<PrintButton>Print labels</PrintButton>}
    >
      <div data-screen-only>
        <SelectField
          name="paper"
          label="Paper"
          options={papers}
          value={paper}
          error={undefined}
          onChange={(event) => choose(event.target.value)}
          help="For label sheets, print in actual size and without headers and footers."
        />
      </div>
      {(hall || block) && (
        <LabelsOfBlocks
          paper={paper}
          includes={({ buildingName, blockID }) => (hall ? buildingName === hall : blockID === block)}
        />
      )}
      {!hall && !block && <LabelsOfList text={query?.trim()} paper={paper} />}
    </Page>
  )
}

function introOf(hall: string | undefined, block: string | undefined, text: string | undefined) {
  if (hall) return `Every urn in the niches of ${hall}, block by block.`
  if (block) return 'Every urn in the niches of the block, row by row from the lowest number.'
  return text ? `The first fifty urns that “${text}” finds.` : 'The fifty urns that moved last.'
}

interface OnPaper {
  paper: string
}

function LabelsOfBlocks({ includes, paper }: OnPaper & { includes: (block: StockTakeBlock) => boolean }) {
  const blocks = useApi(stockTakeApi.blocks, {})
  return (
    <QueryResult query={blocks} loading="Loading the blocks..." failure="The blocks could not be read just now.">
      {(list) => (
        <>
          {list.filter(includes).map(({ blockID, place }) => (
            <Fragment key={blockID}>
              <h2 data-screen-only>{place}</h2>
              <LabelsOfBlock blockID={blockID} paper={paper} />
            </Fragment>
          ))}
        </>
      )}
    </QueryResult>
  )
}

const LabelsOfBlock = ({ blockID, paper }: OnPaper & { blockID: string }) => (
  <QueryResult query={useApi(urnApi.inBlock, { query: { blockID } })} {...labelWords}>
    {(urns) => <Labels urns={urns} paper={paper} />}
  </QueryResult>
)

const LabelsOfList = ({ text, paper }: OnPaper & { text: string | undefined }) => (
  <QueryResult query={useApi(urnApi.list, { query: text ? { query: text } : {} })} {...labelWords}>
    {(found) =>
      found.length === 0 ? (
        <Labels urns={[]} paper={paper} />
      ) : (
        <LabelsByTag tags={found.map(({ tag }) => tag)}>{(urns) => <Labels urns={urns} paper={paper} />}</LabelsByTag>
      )
    }
  </QueryResult>
)

const Labels = ({ urns, paper }: OnPaper & { urns: readonly LabelledUrn[] }) =>
  urns.length === 0 ? (
    <div data-screen-only>
      <EmptyState words="No urn was found." hint="An urn has a label once it was received.">
        <ButtonLink variant="secondary" to={pathTo('urns')}>
          See the urns
        </ButtonLink>
      </EmptyState>
    </div>
  ) : (
    <div className={`${common.stack5} ${styles.labels}`} data-paper={paper || undefined}>
      {urns.map((urn) => (
        <UrnLabel key={urn.tag} urn={urn} />
      ))}
    </div>
  )
