import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { mostPasskeys, type OwnPasskey, PasskeyName, passkeyApi } from '#contract/accounts/passkey-api.ts'
import { t } from '#contract/words/t.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { loadWebAuthn, makePasskey, passkeyErrorMessage, passkeysWorkHere } from '#web/session/device-prompt.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { When } from '#web/ui/When.tsx'
import styles from './AccountList.module.css'
import { PasskeyOffer, passkeysHash } from './RecoveryCodes.tsx'

export function OwnPasskeys() {
  const card = useRef<HTMLDivElement>(null)
  const own = useApi(passkeyApi.list, {})
  /** The button that was pressed goes away with its passkey. */
  const onRemoved = () => focusHeading(card.current, 'nearest')
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === passkeysHash) focusHeading(card.current)
  }, [hash])
  return (
    <div ref={card}>
      <Card title={t`Passkeys`}>
        <p className={common.muted}>
          {t`After your password, a passkey asks for your fingerprint, your face or the screen lock of your device instead of a code. Your authenticator app works as before.`}
        </p>
        <QueryResult
          query={own}
          loading={t`Loading your passkeys...`}
          failure={t`Your passkeys could not be read just now.`}
        >
          {({ origin, passkeys }) => (
            <>
              {passkeys.length > 0 && (
                <ul className={`${common.stack4} ${styles.list}`}>
                  {passkeys.map((passkey) => (
                    <Passkey key={passkey.passkeyID} passkey={passkey} onRemoved={onRemoved} />
                  ))}
                </ul>
              )}
              <AddPasskey count={passkeys.length} origin={origin} />
            </>
          )}
        </QueryResult>
      </Card>
    </div>
  )
}

/** Shown for an account without a passkey, in a browser that can add one. */
export function FirstPasskey() {
  const own = useApi(passkeyApi.list, {}, { what: 'your passkeys' }).data
  if (!own || own.passkeys.length > 0 || !passkeysWorkHere(own.origin)) return null
  return (
    <PasskeyOffer>
      <AddPasskey count={0} origin={own.origin} />
    </PasskeyOffer>
  )
}

interface PasskeyProps {
  passkey: OwnPasskey
  onRemoved: () => void
}

function Passkey({ passkey, onRemoved }: PasskeyProps) {
  const { name, addedAt, lastUsedAt } = passkey
  return (
    <li className={common.spread}>
      <div className={`${common.stack1} ${common.help}`}>
        <p className={`${common.row2} ${common.middle} ${styles.name}`}>
          <strong>{name}</strong>
        </p>
        <p>
          <T>
            Added <When at={addedAt} />
          </T>
        </p>
        <p>
          {lastUsedAt ? (
            <T>
              Last used <When at={lastUsedAt} />
            </T>
          ) : (
            t`Not used yet`
          )}
        </p>
      </div>
      <div className={common.row2}>
        <DialogButton small variant="secondary" dialog={() => <RenameDialog {...passkey} />}>
          <T>
            Rename <VisuallyHidden>{name}</VisuallyHidden>
          </T>
        </DialogButton>
        <DialogButton small variant="secondary" dialog={() => <RemoveDialog passkey={passkey} onRemoved={onRemoved} />}>
          <T>
            Remove <VisuallyHidden>{name}</VisuallyHidden>
          </T>
        </DialogButton>
      </div>
    </li>
  )
}

const NamedPasskey = z.object({ name: PasskeyName })

const RenameDialog = ({ passkeyID, name }: OwnPasskey) => (
  <FormDialog
    title={t`Rename this passkey`}
    schema={NamedPasskey}
    values={{ name }}
    endpoint={passkeyApi.rename}
    input={({ name }) => ({ body: { passkeyID, name } })}
    invalidates={[passkeyApi.list]}
  >
    {(form) => <TextField label={t`Name of the passkey`} maxLength={40} {...form.field('name')} />}
  </FormDialog>
)

function RemoveDialog({ passkey: { passkeyID, name }, onRemoved }: PasskeyProps) {
  const close = useCloseDialog()
  return (
    <CallDialog
      title={t`Remove this passkey?`}
      confirm={t`Remove`}
      danger
      endpoint={passkeyApi.remove}
      input={{ body: { passkeyID } }}
      done={t`Passkey removed.`}
      onSuccess={() => {
        close()
        onRemoved()
      }}
      invalidates={[passkeyApi.list, passkeyApi.available]}
    >
      <p>{t`“${name}” can then no longer be used to sign in. Your device may go on offering it until you delete it there.`}</p>
    </CallDialog>
  )
}

function AddPasskey({ count, origin }: { count: number; origin: string }) {
  if (count >= mostPasskeys) return <p className={common.muted}>{t`An account can have ten passkeys.`}</p>
  if (passkeysWorkHere(origin)) {
    return (
      <div>
        <DialogButton variant="secondary" dialog={() => <AddPasskeyDialog />}>
          {t`Add a passkey`}
        </DialogButton>
      </div>
    )
  }
  return location.origin === origin ? (
    <p className={common.muted}>{t`This browser does not know passkeys. Please use another one to add a passkey.`}</p>
  ) : (
    <p className={common.muted}>
      <T>
        Passkeys work only at <a href={`${origin}${location.pathname}`}>{origin}</a>. Please sign in there to add one.
      </T>
    </p>
  )
}

function AddPasskeyDialog() {
  const isPhone = useMediaQuery('(pointer: coarse)')
  useEffect(() => {
    loadWebAuthn().catch(() => undefined)
  }, [])
  return (
    <FormDialog
      title={t`Add a passkey`}
      schema={NamedPasskey}
      values={{ name: isPhone ? t`My phone` : t`My computer` }}
      endpoint={passkeyApi.add}
      input={async ({ name }) => {
        const newPasskey = await makePasskey(await callApi(passkeyApi.beginAdding, {}))
        return { body: { name, newPasskey } }
      }}
      verb={t`Continue`}
      errorMessage={passkeyErrorMessage}
      done={t`Passkey added.`}
      invalidates={[passkeyApi.list, passkeyApi.available]}
    >
      {(form) => (
        <>
          <p>
            {t`Give it a name by which you will know it. Your device then asks you to confirm that it is you, and so do we.`}
          </p>
          <TextField label={t`Name of the passkey`} maxLength={40} {...form.field('name')} />
        </>
      )}
    </FormDialog>
  )
}
