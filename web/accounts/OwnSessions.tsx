import { useRef } from 'react'
import { type OwnSession, sessionApi } from '#contract/accounts/session-api.ts'
import { t, translate } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { type MutationOptions, useApi, useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { When } from '#web/ui/When.tsx'
import styles from './AccountList.module.css'

/** The browsers in which the user is signed in. */
export function OwnSessions() {
  const card = useRef<HTMLDivElement>(null)
  const sessions = useApi(sessionApi.list, {})
  const options = {
    invalidates: [sessionApi.list],
    failed: toErrorMessage,
    /** The button that was pressed goes away with its session. */
    onSuccess: () => focusHeading(card.current, 'nearest'),
  }
  const endOthers = useApiMutation(sessionApi.endOthers, { ...options, done: t`All other sessions ended.` })

  return (
    <div ref={card}>
      <Card title={t`Where you are signed in`}>
        <QueryResult
          query={sessions}
          loading={t`Loading your sessions...`}
          failure={t`Your sessions could not be read just now.`}
        >
          {(rows) => (
            <>
              <ul className={`${common.stack4} ${styles.list}`}>
                {rows.map((session) => (
                  <Session key={session.sessionID} session={session} options={options} />
                ))}
              </ul>
              {rows.length > 1 && (
                <div>
                  <Button variant="secondary" busy={endOthers.isPending} onClick={() => endOthers.mutate({ body: {} })}>
                    {t`End all other sessions`}
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryResult>
      </Card>
    </div>
  )
}

interface SessionProps {
  session: OwnSession
  options: MutationOptions<typeof sessionApi.end>
}

function Session({ session, options }: SessionProps) {
  const { sessionID, device, address, network, firstSeen, lastSeen, isCurrent } = session
  const name = nameOf(device)
  /** Each session has its own call, because one that is running ignores another. */
  const end = useApiMutation(sessionApi.end, { ...options, done: t`Session ended.` })
  return (
    <li className={common.spread}>
      <div className={`${common.stack1} ${common.help}`}>
        <p className={`${common.row2} ${common.middle} ${styles.name}`}>
          <strong>{name}</strong> {isCurrent && <StatusBadge tone="good">{t`This browser`}</StatusBadge>}
        </p>
        <p>{address ? `${places()[network]}${t`, `}${address}` : t`Network not known`}</p>
        <p>
          <T>
            First seen <When at={firstSeen} />, last seen <When at={lastSeen} />
          </T>
        </p>
      </div>
      {!isCurrent && (
        <Button small variant="secondary" busy={end.isPending} onClick={() => end.mutate({ body: { sessionID } })}>
          {t`End session`} <VisuallyHidden>{t`of ${name}`}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

const places = (): Record<OwnSession['network'], string> => ({
  same: t`This network`,
  local: t`A local network`,
  other: t`Another network`,
})

/** `Firefox on Windows`, or only a browser. */
function nameOf(device: string): string {
  const [browser = '', system] = device.split(' on ')
  return system ? t`${translate(browser)} on ${system}` : translate(browser)
}
