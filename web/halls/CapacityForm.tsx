import { hallApi } from '#contract/halls/api.ts'
import { Places } from '#contract/halls/block-layout.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'

/** How many people the selected niches have places for. */
export function CapacityForm({ selected, onDone }: { selected: readonly Niche[]; onDone: () => void }) {
  const form = useZodForm(Places, { capacity: 2, furtherPrice: '0.00' })
  const change = useApiMutation(hallApi.changeCapacity, {
    done: ({ niches }) =>
      niches === 1 ? 'The places of 1 niche have been changed.' : `The places of ${niches} niches have been changed.`,
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
