import { useState } from 'react'
import { nicheApi } from '#contract/niches/api.ts'
import { type Niche, type NicheStatus, nicheStatuses } from '#contract/niches/niche.ts'
import { refresh, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { NicheHistory } from './NicheHistory.tsx'
import styles from './OverrideDialog.module.css'

const failure = 'Failed to update status. Please try again.'

/** Sets a niche to any status. Needs a reason, which is kept, and a confirmation. */
export function OverrideDialog({ niche, onClose }: { niche: Niche; onClose: () => void }) {
  const [newStatus, setNewStatus] = useState<NicheStatus>(niche.status)
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(false)
  const override = useApiMutation(nicheApi.override, {
    onSuccess: ({ niche, warning }) => {
      toast.success(`Niche ${niche.nicheCode} is now ${niche.status.toLowerCase()}.`)
      if (warning) toast.warning(warning)
      void refresh(nicheApi.niches, nicheApi.history)
      onClose()
    },
    onError: () => window.alert(failure),
  })
  const isReady = reason.trim() !== '' && isSure

  return (
    <Dialog title={`Niche ${niche.nicheCode}`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !override.isPending) override.mutate({ body: { nicheID: niche.nicheID, newStatus, reason } })
        }}
      >
        <p className={styles.now}>
          It is {niche.status.toLowerCase()} now. A change takes effect at once, whatever bookings say.
        </p>
        <SelectField
          label="New status"
          options={nicheStatuses}
          value={newStatus}
          onChange={(event) => setNewStatus(event.target.value as NicheStatus)}
        />
        <TextArea
          label="Reason"
          required
          maxLength={500}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <label className={styles.sure}>
          <input type="checkbox" checked={isSure} onChange={(event) => setSure(event.target.checked)} />I confirm this
          change
        </label>
        <div role="alert">{override.isError && <FieldError message={failure} />}</div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady} busy={override.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
      <NicheHistory nicheID={niche.nicheID} />
    </Dialog>
  )
}
