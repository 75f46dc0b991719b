import { logFailure } from '#web/core/log-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'

/** Phones can pass the link on; elsewhere it is copied. */
export function NewLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const canShare = 'share' in navigator
  const share = () =>
    navigator.share({ url }).catch((error: unknown) => {
      /** The person has closed the sheet without choosing anybody. */
      if (!(error instanceof DOMException && error.name === 'AbortError')) logFailure('Sharing failed', error)
    })
  return (
    <Dialog title="Your link" onClose={onClose}>
      <p>Send it to the people who may see this page. We show it only now.</p>
      <CopyableField value={url} what="link" />
      {canShare ? (
        <FormActions onCancel={onClose} cancel="Done">
          <Button onClick={share}>Send it</Button>
        </FormActions>
      ) : (
        <FormActions>
          <Button onClick={onClose}>Done</Button>
        </FormActions>
      )}
    </Dialog>
  )
}
