import { toDay } from '#contract/dates.ts'
import { familyApi, type FamilySharing as Sharing } from '#contract/family/api.ts'
import { daysOfLink } from '#contract/family/sharing.ts'
import { spoken, t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { logFailure } from '#web/core/log-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useCloseDialog, useOpenDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { SecondPerson } from './SecondPerson.tsx'
import styles from './Sharing.module.css'

interface FamilySharingProps {
  bookingID: string
  /** The person. */
  name: string
}

/** The people with whom the holder shares this page. */
export function FamilySharing({ bookingID, name }: FamilySharingProps) {
  const sharing = useApi(familyApi.sharing, { query: { bookingID } })
  return (
    <Card title={t`Your family`}>
      <QueryResult query={sharing} loading={t`Loading with whom you share...`} failure={t`This could not be loaded.`}>
        {({ link, relative }) => (
          <>
            <ShowLink bookingID={bookingID} name={name} link={link} />
            <SecondPerson bookingID={bookingID} relative={relative} />
          </>
        )}
      </QueryResult>
    </Card>
  )
}

/** A link that shows this page in short. What it is can be read only once, because only its hash is stored. */
function ShowLink({ bookingID, name, link }: FamilySharingProps & { link: Sharing['link'] }) {
  const open = useOpenDialog()
  const make = useApiMutation(familyApi.makeLink, {
    failed: toErrorMessage,
    onSuccess: ({ url }) => open(() => <NewLinkDialog url={url} name={name} />),
    invalidates: [familyApi.sharing],
  })
  const end = useApiMutation(familyApi.endLink, {
    done: t`The link no longer works.`,
    failed: toErrorMessage,
    invalidates: [familyApi.sharing],
  })
  const input = { body: { bookingID } }
  return (
    <section className={`${common.stack2} ${styles.part}`}>
      <h3>{t`A link to look at`}</h3>
      <p className={common.help}>
        {t`Whoever has the link sees the name, the way to the niche, when we are open, the steps with their dates and the agreed day. It shows no certificates, amounts or addresses, and nobody can change anything with it.`}
      </p>
      {link && (
        <p>
          {t`Your link works until ${spoken().day(toDay(new Date(link.expiresAt)))}. If you no longer have it, make a new one: the old one then stops working.`}
        </p>
      )}
      <div className={common.row2}>
        <Button variant="secondary" small busy={make.isPending} onClick={() => make.mutate(input)}>
          {link ? t`Make a new link` : t`Make a link`}
        </Button>
        {link && (
          <Button variant="quiet" small busy={end.isPending} onClick={() => end.mutate(input)}>
            {t`End the link`}
          </Button>
        )}
      </div>
      {!link && <p className={common.help}>{t`It works for ${daysOfLink} days, and you can end it at any time.`}</p>}
    </section>
  )
}

/** Phones can pass the link on; elsewhere it is copied. */
function NewLinkDialog({ url, name }: { url: string; name: string }) {
  const close = useCloseDialog()
  const canShare = 'share' in navigator
  const share = () =>
    navigator
      .share({ title: name, text: t`${name}: the day, and the way to the niche.`, url })
      .catch((error: unknown) => {
        /** The person has closed the sheet without choosing anybody. */
        if (!(error instanceof DOMException && error.name === 'AbortError')) logFailure('Sharing failed', error)
      })
  return (
    <Dialog title={t`Your link`}>
      <p>{t`Send it to the people who may see this page. We show it only now.`}</p>
      <CopyableField value={url} what={t`link`} />
      {canShare ? (
        <FormActions onCancel={close} cancel={t`Done`}>
          <Button onClick={share}>{t`Send it`}</Button>
        </FormActions>
      ) : (
        <FormActions>
          <Button onClick={close}>{t`Done`}</Button>
        </FormActions>
      )}
    </Dialog>
  )
}
