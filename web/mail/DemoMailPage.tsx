import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { type DemoMailMessage, mailApi } from '#contract/mail/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { NotFoundPage } from '#web/landing/NotFoundPage.tsx'
import { useSiteConfig } from '#web/session/site-config.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './DemoMailPage.module.css'
import { Letter } from './Letter.tsx'

/** The demo sends no email: all letters are listed here, newest first. Outside demo mode this page does not exist. */
export function DemoMailPage() {
  const mode = useSiteConfig()?.mode
  if (!mode) return null
  return mode === 'demo' ? <DemoMail /> : <NotFoundPage />
}

function DemoMail() {
  const mails = useApi(mailApi.demoMailbox, {}, { refetchInterval: 3000 })
  return (
    <div className={`${common.width} ${styles.page}`}>
      <Page
        title="Demo mailbox"
        breadcrumb={false}
        intro="Letters that Columba would have sent. In the demo they come here instead."
      >
        <QueryResult query={mails} loading="Loading the mailbox..." failure="The mailbox cannot be opened right now.">
          {(caught) => (caught.length === 0 ? <EmptyState words="No letters yet." /> : <Mailbox mails={caught} />)}
        </QueryResult>
      </Page>
    </div>
  )
}

function Mailbox({ mails }: { mails: readonly DemoMailMessage[] }) {
  const [openID, setOpenID] = useState<string>()
  const open = mails.find(({ id }) => id === openID) ?? mails[0]
  return (
    <div className={styles.mailbox}>
      <ul className={styles.list}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <button type="button" aria-current={mail.id === open?.id} onClick={() => setOpenID(mail.id)}>
              <span className={styles.subject}>
                <Unbroken text={mail.subject} />
              </span>
              <span>To {mail.to}</span>
              <span>{formatDateTime(mail.sentAt)}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && <Letter key={open.id} mail={open} />}
    </div>
  )
}
