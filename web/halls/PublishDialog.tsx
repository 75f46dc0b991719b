import { hallApi, PublishForm } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface PublishDialogProps {
  draft: { draftID: string; blockName: string; niches: number }
  onClose: () => void
}

export const PublishDialog = ({ draft: { draftID, blockName, niches }, onClose }: PublishDialogProps) => (
  <FormDialog
    title={`Publish block ${blockName}`}
    schema={PublishForm}
    values={{ draftID, opensAt: '' }}
    endpoint={hallApi.publish}
    input={(body) => ({ body })}
    verb="Publish"
    done={`Block ${blockName} has been published.`}
    invalidates={[hallApi.list, nicheApi.buildings, nicheApi.levels, nicheApi.blocks, exploreApi.halls]}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>Families will see its {niches} niches. Their codes cannot be changed afterwards.</p>
        <TextField
          type="datetime-local"
          label="Opens at"
          optional
          help="Singapore time. Until then, families see the block and a countdown, and nobody can book. Leave it empty to open the block now."
          {...form.field('opensAt')}
        />
      </>
    )}
  </FormDialog>
)
