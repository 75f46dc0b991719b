import type { ReactNode } from 'react'
import type { FoundPerson } from '#contract/find/api.ts'
import { buildingLevelBlock, describeWay, doorLabel, saysPlace } from '#contract/niches/niche.ts'
import { t } from '#contract/words/t.ts'
import { useHouse, useHouseTexts } from '#web/session/house.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import styles from './Slip.module.css'

interface SlipProps {
  person: FoundPerson
  onPrint: () => void
  /** The map. */
  children: ReactNode
}

/** Shows where one person rests: a card on screen, a sheet to take along on paper. */
export const Slip = ({ person, onPrint, children }: SlipProps) => (
  <article data-sheet className={`${common.stack4} ${common.surface} ${styles.slip}`}>
    <header className={common.stack1}>
      <h2>{person.name}</h2>
      <p className={`${common.muted} ${common.numbers}`}>{yearsOf(person)}</p>
    </header>
    <div className={common.stack4}>
      <div className={common.stack1}>
        <p className={`${common.serif} ${styles.location}`}>
          {t`Niche ${doorLabel(person)}`}
          {saysPlace(person) && <span className={styles.code}>{person.nicheCode}</span>}
        </p>
        <p>{buildingLevelBlock(person)}</p>
        <p>{describeWay(person)}</p>
        {person.directions && <p className={common.lines}>{person.directions}</p>}
      </div>
      {children}
    </div>
    <HouseLines />
    <div data-screen-only>
      <Button variant="secondary" small onClick={onPrint}>
        {t`Print a slip`}
      </Button>
    </div>
  </article>
)

const yearsOf = ({ bornIn, diedIn }: FoundPerson) => (bornIn ? `${bornIn} – ${diedIn}` : t`Died in ${diedIn}`)

function HouseLines() {
  const { name, address } = useHouse()
  const { allVisitingHours, telephone } = useHouseTexts()
  return (
    <footer className={`${common.help} ${common.closelyRuled}`}>
      <p>{[name, address].filter(Boolean).join(', ')}</p>
      <p>{[allVisitingHours, telephone && t`Telephone ${telephone}.`].filter(Boolean).join(' ')}</p>
    </footer>
  )
}
