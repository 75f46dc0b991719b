import { useState } from 'react'
import { type HallOverview, hallApi, type ListedDraft } from '#contract/halls/api.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import rows from '#web/ui/rows.module.css'
import { PublishDialog } from './PublishDialog.tsx'

/** What only admins see. */
export function DraftList({ hall, drafts }: { hall: HallOverview; drafts: readonly ListedDraft[] }) {
  const [published, setPublished] = useState<ListedDraft>()
  const [deleted, setDeleted] = useState<ListedDraft>()
  return (
    <>
      <ul className={common.stack3}>
        {drafts.map((draft) => (
          <li key={draft.draftID} className={rows.tightRow}>
            <span>
              Draft of block {draft.blockName}, {draft.niches} niches
            </span>
            <span className={common.row2}>
              <Button small onClick={() => setPublished(draft)} aria-label={`Publish block ${draft.blockName}`}>
                Publish
              </Button>
              <ButtonLink
                small
                variant="secondary"
                to={pathTo('halls', { draft: draft.draftID })}
                aria-label={`Edit the draft of block ${draft.blockName}`}
              >
                Edit
              </ButtonLink>
              <Button
                small
                variant="quiet"
                onClick={() => setDeleted(draft)}
                aria-label={`Delete the draft of block ${draft.blockName}`}
              >
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {published && <PublishDialog hall={hall} draft={published} onClose={() => setPublished(undefined)} />}
      {deleted && (
        <CallDialog
          title={`Delete the draft of block ${deleted.blockName}?`}
          confirm="Delete"
          danger
          endpoint={hallApi.deleteDraft}
          input={{ body: { draftID: deleted.draftID } }}
          done="The draft has been deleted."
          invalidates={[hallApi.list]}
          onClose={() => setDeleted(undefined)}
        >
          Its layout and its prices will be lost.
        </CallDialog>
      )}
    </>
  )
}
