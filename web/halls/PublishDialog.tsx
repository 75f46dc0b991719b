import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { counted } from '#contract/counted.ts'
import { checklistLabels, dashboardApi, optionalChecks } from '#contract/dashboard/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import {
  type HallOverview,
  hallApi,
  type ListedBlock,
  type ListedDraft,
  PublishBlocksForm,
  PublishForm,
  toOpeningTime,
} from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { TextField, type TextFieldProps } from '#web/ui/form/TextField.tsx'

interface PublishDialogProps {
  hall: HallOverview
  draft: ListedDraft
}

const readAgain = [
  hallApi.list,
  nicheApi.buildings,
  nicheApi.levels,
  nicheApi.blocks,
  exploreApi.halls,
  houseApi.read,
  dashboardApi.checklist,
]

export const PublishDialog = ({
  hall,
  draft: { draftID, blockName, niches, firstCode, lastCode, savedAt },
}: PublishDialogProps) => (
  <FormDialog
    title={`Publish block ${blockName}`}
    schema={PublishForm}
    values={{ draftID, opensAt: '', opensHouse: false, seen: { firstCode, lastCode, savedAt } }}
    endpoint={hallApi.publish}
    input={(body) => ({ body })}
    verb="Publish"
    done={`Block ${blockName} has been published.`}
    onConflict={() => undefined}
    invalidates={readAgain}
  >
    {(form) => (
      <>
        <p>
          Families will see its {niches} niches: first {firstCode}, last {lastCode}. These codes cannot be changed
          afterwards.
        </p>
        <HoursNotice hall={hall} />
        <OpensAtField {...form.field('opensAt')} />
        <FirstOpening {...form.field('opensHouse')} />
      </>
    )}
  </FormDialog>
)

interface PublishBlocksDialogProps {
  hall: HallOverview
  blocks: readonly ListedBlock[]
}

/** Publishes blocks of an import. */
export const PublishBlocksDialog = ({ hall, blocks }: PublishBlocksDialogProps) => {
  const [first] = blocks
  const timesDiffer = blocks.some(({ opensAt }) => opensAt !== first?.opensAt)
  const opensAt = first?.opensAt && !timesDiffer ? toOpeningTime(new Date(first.opensAt)) : ''
  const blockIDs = blocks.map(({ blockID }) => blockID)
  return (
    <FormDialog
      title={blocks.length === 1 ? `Publish block ${first?.blockName}` : `Publish ${blocks.length} imported blocks`}
      schema={PublishBlocksForm}
      values={{ blockIDs, opensAt, keepsOpeningTimes: timesDiffer, opensHouse: false }}
      endpoint={hallApi.publishBlocks}
      input={(body) => ({ body })}
      verb="Publish"
      done={({ niches }) => `${counted(niches, 'niche has', 'niches have')} been published.`}
      invalidates={readAgain}
    >
      {(form) => (
        <>
          <p>
            Families will see these niches on the map. Please compare the picture of each wall, under Niches, with the
            wall first: columns and rows can be numbered from either end.
          </p>
          <HoursNotice hall={hall} />
          {timesDiffer && (
            <>
              <OpeningTimes hall={hall} blocks={blocks} />
              <Checkbox label="Keep the opening time of each block" {...form.field('keepsOpeningTimes')} />
            </>
          )}
          {!form.watch('keepsOpeningTimes') && <OpensAtField {...form.field('opensAt')} />}
          <FirstOpening {...form.field('opensHouse')} />
        </>
      )}
    </FormDialog>
  )
}

/** The levels are named, because blocks of two levels can have the same name. */
const OpeningTimes = ({ hall, blocks }: PublishBlocksDialogProps) => (
  <Callout title="These blocks do not open at the same time">
    <ul>
      {hall.levels.flatMap(({ levelNumber, blocks: onLevel }) =>
        onLevel
          .filter((block) => blocks.includes(block))
          .map(({ blockID, blockName, opensAt }) => (
            <li key={blockID}>
              Level {levelNumber}, block {blockName}: {opensAt ? formatDateTime(opensAt) : 'once it is published'}
            </li>
          )),
      )}
    </ul>
  </Callout>
)

const HoursNotice = ({ hall: { buildingName, offersTimes } }: { hall: HallOverview }) =>
  !offersTimes && (
    <p>{buildingName} has no placement hours yet: families cannot choose a day there until you enter them.</p>
  )

const OpensAtField = (field: Omit<TextFieldProps, 'label'>) => (
  <TextField
    type="datetime-local"
    label="Opens at"
    optional
    help="Singapore time. Until then, families see the block and a countdown, and nobody can book. Leave it empty to open the block now."
    {...field}
  />
)

/** Shown until the house is open: the first steps that are missing, or the admin's agreement. The demo asks for neither. */
function FirstOpening(field: Omit<ComponentProps<typeof Checkbox>, 'label'>) {
  const isProduction = useSiteConfig()?.mode === 'production'
  const house = useApi(houseApi.read, {}, { what: 'house', staleTime: 0 })
  const checklist = useApi(dashboardApi.checklist, {}, { what: 'first steps', staleTime: 0 })
  if (!isProduction || house.data?.isOpen !== false) return null
  const missing = (checklist.data ?? []).filter(
    ({ check, done }) => !done && check !== 'open' && !optionalChecks.includes(check),
  )
  if (missing.length > 0)
    return (
      <Callout tone="warning" title="The house cannot be opened yet">
        <p>Please first finish what is missing: {missing.map(({ check }) => checklistLabels[check]).join(', ')}.</p>
        <p>
          <Link to={pathTo('adminDashboard')}>See the first steps</Link>
        </p>
      </Callout>
    )
  return (
    <>
      <Callout tone="warning" title="This opens the house">
        <p>Families can book from then on, or from the time above.</p>
      </Callout>
      <Checkbox label="Open the house" {...field} />
    </>
  )
}
