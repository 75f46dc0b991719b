import type { ComponentProps } from 'react'
import {
  BlockRename,
  hallApi,
  type ListedBlock,
  OpeningSize,
  OpeningTimeChange,
  RowMeasures,
  toOpeningTime,
} from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import type { Block } from '#contract/niches/niche.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

export const RenameBlockDialog = ({ block }: { block: Block }) => (
  <FormDialog
    title={`Rename block ${block.blockName}`}
    schema={BlockRename}
    values={{ blockID: block.blockID, blockName: block.blockName }}
    endpoint={hallApi.renameBlock}
    input={(body) => ({ body })}
    done="The block has been renamed."
    invalidates={[hallApi.list, nicheApi.blocks, exploreApi.halls]}
  >
    {(form) => <TextField label="Name" help="The codes of its niches stay as they are." {...form.field('blockName')} />}
  </FormDialog>
)

/** The opening decides which urns fit, not the inside of the niche. */
export const OpeningSizeDialog = ({ block }: { block: ListedBlock }) => (
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

export const RowHeightsDialog = ({ block }: { block: ListedBlock }) => (
  <FormDialog
    title={`Row heights of block ${block.blockName}`}
    schema={RowMeasures}
    values={{
      blockID: block.blockID,
      lowestCm: block.rowHeights?.lowestCm.toString() ?? '',
      rowCm: block.rowHeights?.rowCm.toString() ?? '',
    }}
    endpoint={hallApi.measureRows}
    input={(body) => ({ body })}
    done="The heights have been saved."
    invalidates={[hallApi.list, nicheApi.blocks, exploreApi.halls]}
  >
    {(form) => (
      <>
        <p>Families then see at which height a niche is. Leave both empty if they were not measured.</p>
        <RowHeightInputs lowest={form.field('lowestCm')} row={form.field('rowCm')} />
      </>
    )}
  </FormDialog>
)

type Input = Pick<ComponentProps<typeof TextField>, 'error'>

/** Part of the form in which a block is laid out, too. */
export const RowHeightInputs = ({ lowest, row }: { lowest: Input; row: Input }) => (
  <FieldRow>
    <TextField label="Lowest row above the floor, in cm" optional inputMode="numeric" {...lowest} />
    <TextField label="From one row to the next, in cm" optional inputMode="numeric" {...row} />
  </FieldRow>
)

interface OpeningTimeDialogProps {
  block: { blockID: string; blockName: string }
  /** The opening time; empty if the block is open. */
  opensAt: string
}

export const OpeningTimeDialog = ({ block: { blockID, blockName }, opensAt }: OpeningTimeDialogProps) => (
  <FormDialog
    title={`Opening time of block ${blockName}`}
    schema={OpeningTimeChange}
    values={{ blockID, opensAt: toOpeningTime(new Date(opensAt)) }}
    endpoint={hallApi.changeOpening}
    input={(body) => ({ body })}
    done="The opening time has been changed."
    invalidates={[hallApi.list, nicheApi.blocks]}
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
