import { Check } from 'lucide-react'
import type { FamilyStep } from '#contract/family/family-steps.ts'
import { t, translate } from '#contract/words/t.ts'
import common from '#web/ui/common.module.css'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './Steps.module.css'

const stateInWords = (state: FamilyStep['state']): string =>
  ({ done: t`Done`, now: t`Now`, later: t`Still to come` })[state]

export const Steps = ({ steps }: { steps: readonly FamilyStep[] }) =>
  steps.length > 0 && (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {steps.map(({ title, state, words }) => (
        <li key={title} className={styles.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {state === 'done' && <Check size={14} strokeWidth={2.6} />}
          </span>
          <p className={`${common.bold} ${styles.title}`}>
            {translate(title)} <VisuallyHidden>({stateInWords(state)})</VisuallyHidden>
          </p>
          {words && <p className={styles.words}>{translate(words)}</p>}
        </li>
      ))}
    </ol>
  )
