import { useEffect } from 'react'
import { z } from 'zod'
import { PasskeyName, passkeyApi } from '#contract/accounts/passkey-api.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { loadWebAuthn, makePasskey, passkeyErrorMessage } from '#web/session/device-prompt.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'

export const NamedPasskey = z.object({ name: PasskeyName })

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useMediaQuery('(pointer: coarse)')
  const form = useZodForm(NamedPasskey, { name: isPhone ? 'My phone' : 'My computer' })
  const add = useApiMutation(passkeyApi.add, {
    done: 'Passkey added.',
    invalidates: [passkeyApi.list, passkeyApi.available],
    onSuccess: onClose,
  })
  useEffect(() => {
    loadWebAuthn().catch(() => undefined)
  }, [])

  const submit = async ({ name }: z.output<typeof NamedPasskey>) => {
    const newPasskey = await makePasskey(await callApi(passkeyApi.beginAdding, {}))
    await add.mutateAsync({ body: { name, newPasskey } })
  }
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <Form form={form} onSubmit={submit} errorMessage={passkeyErrorMessage}>
        <p>
          Give it a name by which you will know it. Your device then asks you to confirm that it is you, and so do we.
        </p>
        <TextField label="Name" maxLength={40} {...form.field('name')} />
        <FormActions submit="Continue" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
