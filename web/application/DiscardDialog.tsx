import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'

export const DiscardDialog = ({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) => (
  <ConfirmDialog
    title="Discard this application?"
    confirm="Discard"
    cancel="Keep editing"
    danger
    onConfirm={onDiscard}
    onCancel={onKeep}
  >
    <p>Everything entered in the form and the chosen certificates will be removed.</p>
  </ConfirmDialog>
)
