import { useState } from 'react'
import { hallApi, retirementReasons } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'

type Reason = (typeof retirementReasons)[number]

const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export function RetireNichesForm({ selected, onDone }: { selected: readonly Niche[]; onDone: () => void }) {
  const [reason, setReason] = useState<Reason>('maintenance')
  const [isAsking, setAsking] = useState(false)
  const retire = useApiMutation(hallApi.retire, {
    done: ({ niches }) => (niches === 1 ? '1 niche has been retired.' : `${niches} niches have been retired.`),
    failed: (error) => toErrorMessage(error),
    onSuccess: () => {
      setAsking(false)
      onDone()
    },
    onAsked: () => {
      setAsking(false)
      onDone()
    },
    onError: () => setAsking(false),
    invalidates: [nicheApi.niches, hallApi.list],
  })
  const nicheIDs = selected.map(({ nicheID }) => nicheID)
  return (
    <Card title="Retire niches">
      <p>A retired niche is Blocked and keeps its history. It can be set to Available again in Niche Management.</p>
      <SelectField
        label="Reason"
        options={retirementReasons.map((value) => ({ value, label: capitalise(value) }))}
        value={reason}
        onChange={(event) => setReason(event.target.value as Reason)}
      />
      <div>
        <Button variant="secondary" disabled={selected.length === 0} onClick={() => setAsking(true)}>
          Retire the selected niches
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Retire these niches?"
          confirm="Retire"
          danger
          busy={retire.isPending}
          onConfirm={() => retire.mutate({ body: { nicheIDs, reason } })}
          onCancel={() => setAsking(false)}
        >
          {selected.length} {selected.length === 1 ? 'niche' : 'niches'}, reason: {reason}. Families can no longer book
          them.
        </ConfirmDialog>
      )}
    </Card>
  )
}
