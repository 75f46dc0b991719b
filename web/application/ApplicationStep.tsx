import { type Ref, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isFree } from '#contract/money.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { type Niche, placeInWords } from '#contract/niches/niche.ts'
import type { Role } from '#contract/roles.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'

import { useSignedIn } from '#web/session/session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import type { useOwnAccount } from '#web/session/use-own-account.ts'
import common from '#web/ui/common.module.css'
import { Failed } from '#web/ui/Failed.tsx'
import { KeptUntil } from '#web/ui/KeptUntil.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ApplicationForm, type ApplicationFormProps } from './ApplicationForm.tsx'
import styles from './ApplicationStep.module.css'
import { useRightTerm } from './use-right-term.ts'
import { type SubmissionHandlers, submitLabel } from './use-submit-booking.ts'

interface ApplicationStepProps
  extends Pick<ApplicationFormProps, 'beside' | 'hasDied' | 'onCancel' | keyof SubmissionHandlers> {
  ref?: Ref<HTMLElement>
  isOpen: boolean
  niche: Niche | undefined
  /** The time until which this niche is kept, once the form has been sent. */
  holdExpiresAt?: string | null | undefined
  /** The signed-in user's, as far as it is loaded. Staff need it only when they send the form. */
  account: Pick<ReturnType<typeof useOwnAccount>, 'data' | 'isError' | 'refetch'>
  /** A new number gives an empty form. */
  formNumber?: number
}

/** The part of the page below the map: the form, with the chosen niche beside it, or on phones in one line above it. */
export function ApplicationStep({
  ref,
  isOpen,
  niche,
  holdExpiresAt,
  account,
  formNumber,
  ...form
}: ApplicationStepProps) {
  const { role } = useSignedIn()
  const mode = useSiteConfig()?.mode
  const term = useRightTerm(form.beside?.bookingID)
  return (
    <section ref={ref} hidden={!isOpen} aria-label={t`Application`} className={styles.step}>
      <div className={styles.layout}>
        {niche && (
          <aside className={styles.aside} aria-label={t`Niche of this booking`}>
            <p className={styles.code}>{niche.nicheCode}</p>
            <p className={styles.location}>
              <PlaceInWords niche={niche} />
            </p>
            <p className={styles.price}>
              <Money amount={niche.price} />
            </p>
            {term && <p className={common.muted}>{t`Right to the niche: ${term}`}</p>}
            {!isFree(niche.price) && <Hold key={holdExpiresAt} role={role} until={holdExpiresAt} />}
          </aside>
        )}
        {mode && (account.data || role === 'staff') ? (
          <ApplicationForm
            {...form}
            key={formNumber}
            role={role}
            account={account.data}
            niche={niche}
            withSample={mode === 'demo'}
          />
        ) : account.isError ? (
          <Failed words={t`Your details could not be read just now.`} onRetry={account.refetch} />
        ) : (
          <Loading words={t`Preparing the form...`} />
        )}
      </div>
    </section>
  )
}

/** For example `Tembusu Hall, level 1, block A, column 3, row 5`. A chosen niche is always in the block that the URL names. */
function PlaceInWords({ niche }: { niche: Niche }) {
  const [search] = useSearchParams()
  const buildingID = search.get('building') ?? ''
  const levelID = search.get('level') ?? ''
  const blockID = search.get('block') ?? ''
  const buildings = useApi(nicheApi.buildings, {}).data
  const levels = useApi(nicheApi.levels, { params: { buildingID } }, { enabled: !!buildingID }).data
  const blocks = useApi(nicheApi.blocks, { params: { levelID } }, { enabled: !!levelID }).data
  const building = buildings?.find((each) => each.buildingID === buildingID)
  const level = levels?.find((each) => each.levelID === levelID)
  const block = blocks?.find((each) => each.blockID === blockID)
  return [
    building?.buildingName,
    level && t`level ${level.levelNumber}`,
    block && t`block ${block.blockName}`,
    placeInWords(niche),
  ]
    .filter(Boolean)
    .join(t`, `)
}

function Hold({ role, until }: { role: Role; until: string | null | undefined }) {
  const minutes = useSiteConfig()?.holdMinutes
  const [isOver, setOver] = useState(false)
  const endHold = useCallback(() => setOver(true), [])
  if (until && !isOver) {
    return (
      <p className={common.muted}>
        <KeptUntil until={until} onOver={endHold} />
      </p>
    )
  }
  return (
    <p className={`${common.muted} ${styles.notHeld}`}>
      {t`Not kept yet. ${submitLabel(role)} keeps it for ${minutes ?? ''} minutes.`}
    </p>
  )
}
