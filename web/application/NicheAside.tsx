import { useCallback, useState } from 'react'
import { isFree } from '#contract/money.ts'
import type { Niche } from '#contract/niches/niche.ts'
import type { Role } from '#contract/roles.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { KeptUntil } from '#web/ui/KeptUntil.tsx'
import { Money } from '#web/ui/Money.tsx'
import styles from './NicheAside.module.css'
import { submitLabel } from './submit-labels.ts'
import { useNichePlace } from './use-niche-place.ts'

interface NicheAsideProps {
  niche: Niche
  role: Role
  /** Until when this niche is kept, once the form has been sent. */
  holdExpiresAt: string | null | undefined
}

/** What the form is for: beside it on wide screens, one line above it on phones. */
export function NicheAside({ niche, role, holdExpiresAt }: NicheAsideProps) {
  const place = useNichePlace(niche)
  return (
    <aside className={styles.aside} aria-label="Niche of this booking">
      <p className={styles.code}>{niche.nicheCode}</p>
      <p className={styles.place}>{place}</p>
      <p className={styles.price}>
        <Money amount={niche.price} />
      </p>
      {!isFree(niche.price) && <Hold key={holdExpiresAt} role={role} until={holdExpiresAt} />}
    </aside>
  )
}

function Hold({ role, until }: { role: Role; until: string | null | undefined }) {
  const minutes = useSiteConfig()?.holdMinutes
  const [isOver, setOver] = useState(false)
  const endHold = useCallback(() => setOver(true), [])
  if (until && !isOver) {
    return (
      <p className={styles.hold}>
        <KeptUntil until={until} onOver={endHold} />
      </p>
    )
  }
  return (
    <p className={styles.notHeld}>
      Not kept yet. {submitLabel(role)} keeps it for {minutes} minutes.
    </p>
  )
}
