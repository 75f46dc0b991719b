import { useState } from 'react'
import { type House, houseApi } from '#contract/house/api.ts'
import { logoTooLargeMessage, logoTypes, maxLogoBytes } from '#contract/house/logo.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { HouseLogo } from '#web/session/HouseLogo.tsx'
import { setHouse } from '#web/session/house.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'

/** A chosen picture is sent at once. */
export function LogoCard({ house }: { house: House }) {
  const [error, setError] = useState<string>()
  const changed = { onSuccess: setHouse, invalidates: [houseApi.read] }
  const save = useApiMutation(houseApi.saveLogo, {
    ...changed,
    done: 'The logo is saved.',
    onError: (error) => setError(error.errors?.logo ?? toErrorMessage(error)),
  })
  const remove = useApiMutation(houseApi.removeLogo, {
    ...changed,
    done: 'The logo is removed.',
    failed: () => 'The logo could not be removed. Please try again.',
  })
  const choose = (logo: File | undefined) => {
    if (!logo) return
    const isTooLarge = logo.size > maxLogoBytes
    setError(isTooLarge ? logoTooLargeMessage : undefined)
    if (!isTooLarge) save.mutate({ body: {}, files: { logo } })
  }
  return (
    <Card title="Logo">
      <p>Shown beside the name at the top of every page, on receipts and on placement certificates.</p>
      <HouseLogo size={88} />
      <Field
        label={house.logo ? 'Another picture' : 'Picture'}
        help="PNG, JPEG or WebP, at most 512 kB. A square picture with a transparent background looks best."
        error={error}
      >
        {(control) => (
          <FileInput
            {...control}
            key={house.logo}
            accept={logoTypes.join()}
            disabled={save.isPending}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {house.logo && (
        <p>
          <Button variant="secondary" busy={remove.isPending} onClick={() => remove.mutate({})}>
            Remove the logo
          </Button>
        </p>
      )}
    </Card>
  )
}
