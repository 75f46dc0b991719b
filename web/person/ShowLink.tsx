import { useState } from 'react'
import { formatDay, toDay } from '#contract/dates.ts'
import { type FamilySharing, familyApi } from '#contract/family/api.ts'
import { daysOfLink } from '#contract/family/sharing.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { NewLinkDialog } from './NewLinkDialog.tsx'
import styles from './Sharing.module.css'

/** A link that shows this page in short. What it is can be read only once, because only its hash is stored. */
export function ShowLink({ bookingID, link }: { bookingID: string; link: FamilySharing['link'] }) {
  const [url, setURL] = useState<string>()
  const make = useApiMutation(familyApi.makeLink, {
    failed: toErrorMessage,
    onSuccess: (made) => setURL(made.url),
    invalidates: [familyApi.sharing],
  })
  const end = useApiMutation(familyApi.endLink, {
    done: 'The link no longer works.',
    failed: toErrorMessage,
    invalidates: [familyApi.sharing],
  })
  return (
    <section className={styles.part}>
      <h3>A link that shows</h3>
      <p className={common.help}>
        Whoever has the link sees the name, the way to the niche, the steps with their dates and the agreed day. It
        shows no certificates, payments or addresses, and nobody can change anything with it.
      </p>
      {link && (
        <p>
          Your link works until {formatDay(toDay(new Date(link.expiresAt)))}. If you no longer have it, make a new one:
          the old one then stops working.
        </p>
      )}
      <div className={common.row2}>
        <Button variant="secondary" small busy={make.isPending} onClick={() => make.mutate({ body: { bookingID } })}>
          {link ? 'Make a new link' : 'Make a link'}
        </Button>
        {link && (
          <Button variant="quiet" small busy={end.isPending} onClick={() => end.mutate({ body: { bookingID } })}>
            End the link
          </Button>
        )}
      </div>
      {!link && <p className={common.help}>It works for {daysOfLink} days, and you can end it at any time.</p>}
      {url && <NewLinkDialog url={url} onClose={() => setURL(undefined)} />}
    </section>
  )
}
