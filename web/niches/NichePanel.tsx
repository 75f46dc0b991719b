import type { ReactNode } from 'react'
import type { Niche } from '#contract/niches/niche.ts'
import { Money } from '#web/ui/Money.tsx'
import { NicheSample } from './NicheCell.tsx'
import styles from './NichePanel.module.css'
import { screenStatusOf } from './screen-status.ts'

interface NichePanelProps {
  niche: Niche | undefined
  /** For example `Tembusu Hall, level 1, block A`. */
  where: string
  hint: string
  children?: ReactNode
}

/** The chosen niche and what can be done with it: beside the map, or below it on narrow screens. */
export const NichePanel = ({ niche, where, hint, children }: NichePanelProps) => (
  <section className={styles.panel} aria-label="Chosen niche" data-chosen={niche ? true : undefined}>
    {niche ? (
      <>
        <header className={styles.head}>
          <h2 className={styles.code}>{niche.nicheCode}</h2>
          <p className={styles.price}>
            <Money amount={niche.price} />
          </p>
        </header>
        <dl className={styles.facts}>
          <div>
            <dt>Place</dt>
            <dd>
              {where}, column {niche.nicheColumn}, row {niche.nicheRow}
            </dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd className={styles.status}>
              <NicheSample status={screenStatusOf(niche, false)} />
              {niche.status}
            </dd>
          </div>
        </dl>
        {children}
      </>
    ) : (
      <p className={styles.hint}>{hint}</p>
    )}
  </section>
)
