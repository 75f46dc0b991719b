import { memo, useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type BlockDraft, DraftForm, hallApi } from '#contract/halls/api.ts'
import { defaultLayout } from '#contract/halls/block-layout.ts'
import { suggestHallCode } from '#contract/halls/code-pattern.ts'
import type { BlockLocation } from '#contract/halls/lay-out-block.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { NicheMapWithLegend } from '#web/niches/NicheMapWithLegend.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './BlockLayoutPage.module.css'
import { BlockPreview, previewBlock } from './BlockPreview.tsx'
import { LayoutFieldsets } from './LayoutFieldsets.tsx'

type LevelLocation = Omit<BlockLocation, 'blockName'> & { levelID: string; nextBlockName?: string }

/** Lays out a new block on a level, or changes a draft. */
export const BlockLayoutPage = ({ draftID, levelID }: { draftID?: string; levelID?: string }) => (
  <Page
    title="Lay out a block"
    breadcrumb="Halls"
    intro="The map follows what you enter. Nothing is visible to families before it is published."
  >
    {draftID ? <ChangedDraft draftID={draftID} /> : <NewDraft levelID={levelID ?? ''} />}
  </Page>
)

function ChangedDraft({ draftID }: { draftID: string }) {
  const draft = useUpToDate(useApi(hallApi.draft, { query: { draftID } }))
  return (
    <QueryResult query={draft} loading="Loading the draft..." failure="Failed to load the draft">
      {(draft) => <LayoutForm location={draft} draft={draft} />}
    </QueryResult>
  )
}

function NewDraft({ levelID }: { levelID: string }) {
  const halls = useApi(hallApi.list, {}, { what: 'halls' })
  return (
    <QueryResult query={halls} loading="Loading the level..." failure="Failed to load the level">
      {(list) => {
        const hall = list.find(({ levels }) => levels.some((level) => level.levelID === levelID))
        const level = hall?.levels.find((each) => each.levelID === levelID)
        if (!hall || !level) return <NoLevel />
        const { buildingName } = hall
        const nextBlockName = nextName([...level.blocks, ...level.drafts].map(({ blockName }) => blockName))
        return <LayoutForm location={{ levelID, levelNumber: level.levelNumber, buildingName, nextBlockName }} />
      }}
    </QueryResult>
  )
}

const NoLevel = () => (
  <EmptyState words="This level does not exist.">
    <ButtonLink variant="secondary" to={pathTo('halls')}>
      See the halls
    </ButtonLink>
  </EmptyState>
)

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const nextName = (taken: readonly string[]) =>
  [...letters].find((letter) => !taken.some((name) => name.toUpperCase() === letter)) ?? ''

function LayoutForm({ location, draft }: { location: LevelLocation; draft?: BlockDraft }) {
  const { levelID, levelNumber, buildingName } = location
  const navigate = useNavigate()
  const leave = () => navigate(pathTo('halls'))
  const form = useZodForm(DraftForm, {
    ...defaultLayout,
    levelID,
    blockName: location.nextBlockName ?? '',
    ...draft,
    hallCode: draft?.hallCode || suggestHallCode(buildingName),
  })
  const save = useApiMutation(hallApi.saveDraft, {
    done: 'The draft has been saved.',
    onSuccess: leave,
    invalidates: [hallApi.list, hallApi.draft],
  })
  const values = useDeferredValue(useWatch({ control: form.control }))
  const preview = useMemo(
    () => previewBlock(values, { levelNumber, buildingName }),
    [values, levelNumber, buildingName],
  )
  const { niches, view } = preview
  return (
    <div className={styles.layout}>
      <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="Layout of the block">
        <div className={common.stack5}>
          <p>
            {buildingName}, level {levelNumber}
          </p>
          <LayoutFieldsets form={form} problems={preview.problems} />
        </div>
        <BlockPreview preview={preview} form={form}>
          {niches && (
            <PreviewMap label="Preview of the block" niches={niches} view={view} statuses={statuses} selects={false} />
          )}
        </BlockPreview>
        <FormActions submit="Save as a draft" onCancel={leave} />
      </Form>
    </div>
  )
}

/** The preview is memoised, so that typing beside it does not render thousands of niches. */
const PreviewMap = memo(NicheMapWithLegend)
const statuses = ['available'] as const
