import { hallApi } from '#contract/halls/api.ts'
import { columnSides, Numbering, numberingOf, rowEnds } from '#contract/halls/wall-numbering.ts'
import { type BlockWithLocation, nicheApi } from '#contract/niches/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'

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
