import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { isFree } from '#contract/money.ts'
import { forPeople, placeInWords } from '#contract/niches/niche.ts'
import { t, translate } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import common from '#web/ui/common.module.css'
import { Money } from '#web/ui/Money.tsx'
import cell from './NicheCell.module.css'
import { NicheSample } from './NicheCell.tsx'
import styles from './NichePanel.module.css'
import { type MapNiche, screenStatusOf } from './screen-status.ts'

interface NichePanelProps {
  niche?: MapNiche | undefined
  /** For example `Tembusu Hall, level 1, block A`. */
  where?: string
  hint: string
  /** Undefined while the choice cannot be taken back. */
  onClose?: (() => void) | undefined
  children?: ReactNode
}

/** The chosen niche and what can be done with it: beside the map, or a sheet at the bottom of narrow screens. */
export function NichePanel({ niche, where, hint, onClose, children }: NichePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useSheetPadding(panel, niche !== undefined)
  return (
    <section
      ref={panel}
      className={`${common.surface} ${common.stack4} ${styles.panel}`}
      aria-label={t`Chosen niche`}
      data-chosen={niche ? true : undefined}
    >
      {niche ? (
        <>
          <header className={`${common.spread} ${styles.head}`}>
            <h2 className={styles.code}>{niche.nicheCode}</h2>
            <p className={`${common.serif} ${styles.price}`}>
              <Money amount={niche.price} />
              {niche.capacity && ` ${forPeople(niche.capacity)}`}
            </p>
            {onClose && (
              <button type="button" className={styles.close} onClick={onClose} aria-label={t`Close`}>
                <X size={20} strokeWidth={1.6} aria-hidden="true" />
              </button>
            )}
          </header>
          <dl className={`${common.stack2} ${common.textS} ${styles.facts}`}>
            <div>
              <dt>{t`Place`}</dt>
              <dd>{[where, placeInWords(niche)].filter(Boolean).join(t`, `)}</dd>
            </div>
            {niche.furtherPrice && (
              <div>
                <dt>{t`Others`}</dt>
                <dd>
                  {isFree(niche.furtherPrice) ? (
                    t`No fee for each further person`
                  ) : (
                    <T>
                      <Money amount={niche.furtherPrice} /> for each further person
                    </T>
                  )}
                </dd>
              </div>
            )}
            <div className={styles.statusFact}>
              <dt>{t`Status`}</dt>
              <dd className={cell.withSample}>
                <NicheSample status={screenStatusOf(niche, false)} />
                {translate(niche.status)}
              </dd>
            </div>
          </dl>
          {children}
        </>
      ) : (
        <p className={common.muted}>{hint}</p>
      )}
    </section>
  )
}

/** While the sheet covers the bottom of the window, whatever is scrolled into view or focused stays above it. */
function useSheetPadding(sheet: RefObject<HTMLElement | null>, isOpen: boolean) {
  useLayoutEffect(() => {
    const element = sheet.current
    if (!isOpen || !element) return
    const { style } = document.documentElement
    const update = () => {
      const isSheet = getComputedStyle(element).position === 'sticky'
      style.scrollPaddingBottom = isSheet ? `${element.offsetHeight + 8}px` : ''
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [sheet, isOpen])
}
