import { useRef, useState } from 'react'
import { mostPasskeys, type OwnPasskey, passkeyApi } from '#contract/accounts/passkey-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { passkeysWorkHere } from '#web/session/device-prompt.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { When } from '#web/ui/When.tsx'
import styles from './AccountList.module.css'
import { AddPasskeyDialog, NamedPasskey } from './AddPasskeyDialog.tsx'

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: OwnPasskey } | undefined

export function OwnPasskeys() {
  const card = useRef<HTMLDivElement>(null)
  const own = useApi(passkeyApi.list, {})
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <div ref={card}>
      <Card title="Passkeys">
        <p className={common.muted}>
          After your password, a passkey asks for your fingerprint, your face or the screen lock of your device instead
          of a code. Your authenticator app works as before.
        </p>
        <QueryResult query={own} loading="Loading your passkeys..." failure="Your passkeys could not be read just now.">
          {({ origin, passkeys }) => (
            <>
              {passkeys.length > 0 && (
                <ul className={styles.list}>
                  {passkeys.map((passkey) => (
                    <Passkey
                      key={passkey.passkeyID}
                      passkey={passkey}
                      onRename={() => setOpen({ what: 'rename', passkey })}
                      onRemove={() => setOpen({ what: 'remove', passkey })}
                    />
                  ))}
                </ul>
              )}
              <AddPasskey count={passkeys.length} origin={origin} onAdd={() => setOpen({ what: 'add' })} />
            </>
          )}
        </QueryResult>
      </Card>
      {open?.what === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.what === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.what === 'remove' && (
        <CallDialog
          title="Remove this passkey?"
          confirm="Remove"
          danger
          endpoint={passkeyApi.remove}
          input={{ body: { passkeyID: open.passkey.passkeyID } }}
          done="Passkey removed."
          /** The button that was pressed goes away with its passkey. */
          onSuccess={() => {
            close()
            focusHeading(card.current, 'nearest')
          }}
          invalidates={[passkeyApi.list, passkeyApi.available]}
          onClose={close}
        >
          <p>
            “{open.passkey.name}” can then no longer be used to sign in. Your device may go on offering it until you
            delete it there.
          </p>
        </CallDialog>
      )}
    </div>
  )
}

interface PasskeyProps {
  passkey: OwnPasskey
  onRename: () => void
  onRemove: () => void
}

const Passkey = ({ passkey: { name, addedAt, lastUsedAt }, onRename, onRemove }: PasskeyProps) => (
  <li>
    <div className={styles.facts}>
      <p className={styles.name}>
        <strong>{name}</strong>
      </p>
      <p>
        Added <When at={addedAt} />
      </p>
      <p>
        {lastUsedAt ? (
          <>
            Last used <When at={lastUsedAt} />
          </>
        ) : (
          'Not used yet'
        )}
      </p>
    </div>
    <div className={common.row2}>
      <Button small variant="secondary" onClick={onRename}>
        Rename <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
      <Button small variant="secondary" onClick={onRemove}>
        Remove <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
    </div>
  </li>
)

function AddPasskey({ count, origin, onAdd }: { count: number; origin: string; onAdd: () => void }) {
  if (count >= mostPasskeys) return <p className={common.muted}>An account can have ten passkeys.</p>
  if (passkeysWorkHere(origin)) {
    return (
      <div>
        <Button variant="secondary" onClick={onAdd}>
          Add a passkey
        </Button>
      </div>
    )
  }
  return location.origin === origin ? (
    <p className={common.muted}>This browser does not know passkeys. Please use another one to add a passkey.</p>
  ) : (
    <p className={common.muted}>
      Passkeys work only at <a href={`${origin}${location.pathname}`}>{origin}</a>. Please sign in there to add one.
    </p>
  )
}

const RenameDialog = ({ passkey: { passkeyID, name }, onClose }: { passkey: OwnPasskey; onClose: () => void }) => (
  <FormDialog
    title="Rename this passkey"
    schema={NamedPasskey}
    values={{ name }}
    endpoint={passkeyApi.rename}
    input={({ name }) => ({ body: { passkeyID, name } })}
    invalidates={[passkeyApi.list]}
    onClose={onClose}
  >
    {(form) => <TextField label="Name" maxLength={40} {...form.field('name')} />}
  </FormDialog>
)
