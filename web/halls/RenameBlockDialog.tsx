import { BlockRename, hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Block } from '#contract/niches/niche.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

export const RenameBlockDialog = ({ block, onClose }: { block: Block; onClose: () => void }) => (
  <FormDialog
    title={`Rename block ${block.blockName}`}
    schema={BlockRename}
    values={{ blockID: block.blockID, blockName: block.blockName }}
    endpoint={hallApi.renameBlock}
    input={(body) => ({ body })}
    done="The block has been renamed."
    invalidates={[hallApi.list, nicheApi.blocks]}
    onClose={onClose}
  >
    {(form) => <TextField label="Name" help="The codes of its niches stay as they are." {...form.field('blockName')} />}
  </FormDialog>
)
