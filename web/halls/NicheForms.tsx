import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { hallApi, retirementReasons } from '#contract/halls/api.ts'
import { Places } from '#contract/halls/block-layout.ts'
import { columnSides, Numbering, numberingOf, rowEnds } from '#contract/halls/wall-numbering.ts'
import { type BlockWithLocation, nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'

type Reason = (typeof retirementReasons)[number]

interface NicheFormProps {
  selected: readonly Niche[]
  onDone: () => void
}

export function RetireNichesForm({ selected, onDone }: NicheFormProps) {
  const [reason, setReason] = useState<Reason>('maintenance')
  return (
    <Card title="Retire niches">
      <p>A retired niche is Blocked and keeps its history. It can be set to Available again in Niche Management.</p>
      <SelectField
        label="Reason"
        options={retirementReasons.map((value) => ({ value, label: capitalise(value) }))}
        value={reason}
        onChange={(event) => setReason(event.target.value as Reason)}
      />
      <DialogButton
        variant="secondary"
        disabled={selected.length === 0}
        dialog={() => <RetireDialog selected={selected} reason={reason} onDone={onDone} />}
      >
        Retire the selected niches
      </DialogButton>
    </Card>
  )
}

const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function RetireDialog({ selected, reason, onDone }: NicheFormProps & { reason: Reason }) {
  const close = useCloseDialog()
  const finish = () => {
    close()
    onDone()
  }
  return (
    <CallDialog
      title="Retire these niches?"
      confirm="Retire"
      danger
      endpoint={hallApi.retire}
      input={{ body: { nicheIDs: selected.map(({ nicheID }) => nicheID), reason } }}
      done={({ niches }) => `${counted(niches, 'niche has', 'niches have')} been retired.`}
      onSuccess={finish}
      onAsked={finish}
      onError={close}
      invalidates={[nicheApi.niches, hallApi.list]}
    >
      {counted(selected.length, 'niche')}, reason: {reason}. Families can no longer book them.
    </CallDialog>
  )
}

/** The number of people for whom the selected niches have places. */
export function CapacityForm({ selected, onDone }: NicheFormProps) {
  const form = useZodForm(Places, { capacity: 2, furtherPrice: '0.00' })
  const change = useApiMutation(hallApi.changeCapacity, {
    done: ({ niches }) => `The places of ${counted(niches, 'niche')} have been changed.`,
    onSuccess: onDone,
    invalidates: [nicheApi.niches],
  })
  const nicheIDs = selected.map(({ nicheID }) => nicheID)
  return (
    <Card title="People per niche">
      <p>Couples and families rest together. Never fewer than have a place in the niche already.</p>
      <Form form={form} onSubmit={(places) => change.mutateAsync({ body: { ...places, nicheIDs } })}>
        <FieldRow>
          <TextField label="People per niche" help="From 1 to 8." inputMode="numeric" {...form.field('capacity')} />
          <TextField label="Price for each further person" inputMode="decimal" {...form.field('furtherPrice')} />
        </FieldRow>
        {selected.length === 0 && <p>Select niches on the map first.</p>}
        <FormActions submit="Change places" disabled={selected.length === 0} />
      </Form>
    </Card>
  )
}

/** Shown below the map of the block, which is compared with the wall. */
export function NumberingForm({ block: { blockID, view } }: { block: Pick<BlockWithLocation, 'blockID' | 'view'> }) {
  const form = useZodForm(Numbering, numberingOf(view))
  const change = useApiMutation(hallApi.changeNumbering, {
    done: 'The numbering has been saved.',
    invalidates: [nicheApi.block, nicheApi.niches],
  })
  return (
    <Card title="The wall as it is">
      <p>
        Please compare the map with the wall, standing in front of it. A wall that is drawn the wrong way round sends a
        family to another niche. Codes do not change.
      </p>
      <Form form={form} onSubmit={(numbering) => change.mutateAsync({ body: { blockID, ...numbering } })}>
        <FieldRow>
          <SelectField label="Lowest column" options={labelled(columnSides)} {...form.field('firstColumnAt')} />
          <SelectField label="Lowest row" options={labelled(rowEnds)} {...form.field('rowOneAt')} />
        </FieldRow>
        <FormActions submit="Save the numbering" />
      </Form>
    </Card>
  )
}

const labelled = (values: readonly string[]) => values.map((value) => ({ value, label: `At the ${value}` }))
