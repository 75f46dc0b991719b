import type { ReactNode, Ref } from 'react'
import type { Niche } from '#contract/niches/niche.ts'
import type { Role } from '#contract/roles.ts'
import styles from './ApplicationStep.module.css'
import { NicheAside } from './NicheAside.tsx'

interface ApplicationStepProps {
  ref?: Ref<HTMLElement>
  isOpen: boolean
  role: Role
  niche: Niche | undefined
  holdExpiresAt?: string | null | undefined
  children: ReactNode
}

/** The part of the page below the map: the form, with the chosen niche beside it. */
export const ApplicationStep = ({ ref, isOpen, role, niche, holdExpiresAt, children }: ApplicationStepProps) => (
  <section ref={ref} hidden={!isOpen} aria-label="Application" className={styles.step}>
    <div className={styles.layout}>
      {niche && <NicheAside niche={niche} role={role} holdExpiresAt={holdExpiresAt} />}
      {children}
    </div>
  </section>
)
