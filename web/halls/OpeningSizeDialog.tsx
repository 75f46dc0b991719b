import { hallApi, type ListedBlock, OpeningSize } from '#contract/halls/api.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

/** The opening decides which urns fit, not the inside of the niche. */
export const OpeningSizeDialog = ({ block, onClose }: { block: ListedBlock; onClose: () => void }) => (
  <FormDialog
    title={`Door size of block ${block.blockName}`}
    schema={OpeningSize}
    values={{
      blockID: block.blockID,
      widthMm: block.openingWidthMm?.toString() ?? '',
      heightMm: block.openingHeightMm?.toString() ?? '',
    }}
    endpoint={hallApi.measureOpening}
    input={(body) => ({ body })}
    done="The door size has been saved."
    invalidates={[hallApi.list]}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>
          Staff are warned when an urn is larger than the door of its niche. Leave both empty if it was not measured.
        </p>
        <FieldRow>
          <TextField label="Width in mm" inputMode="numeric" {...form.field('widthMm')} />
          <TextField label="Height in mm" inputMode="numeric" {...form.field('heightMm')} />
        </FieldRow>
      </>
    )}
  </FormDialog>
)
