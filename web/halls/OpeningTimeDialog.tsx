import { hallApi, OpeningTimeChange, toOpeningTime } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

interface OpeningTimeDialogProps {
  block: { blockID: string; blockName: string }
  /** Only a block that is not open yet has one. */
  opensAt: string
  onClose: () => void
}

export const OpeningTimeDialog = ({ block: { blockID, blockName }, opensAt, onClose }: OpeningTimeDialogProps) => (
  <FormDialog
    title={`Opening time of block ${blockName}`}
    schema={OpeningTimeChange}
    values={{ blockID, opensAt: toOpeningTime(new Date(opensAt)) }}
    endpoint={hallApi.changeOpening}
    input={(body) => ({ body })}
    done="The opening time has been changed."
    invalidates={[hallApi.list, nicheApi.blocks]}
    onClose={onClose}
  >
    {(form) => (
      <TextField
        type="datetime-local"
        label="Opens at"
        help="Singapore time. Leave it empty to open the block now."
        {...form.field('opensAt')}
      />
    )}
  </FormDialog>
)
