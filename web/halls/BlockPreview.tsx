import { memo } from 'react'
import { NicheMapWithLegend } from '#web/niches/NicheMapWithLegend.tsx'
import type { ScreenStatus } from '#web/niches/screen-status.ts'
import styles from './BlockLayoutPage.module.css'
import type { Preview } from './preview-block.ts'

/** The map that families will see. Memoised with constant props, so that typing does not render thousands of niches. */
export const BlockPreview = memo(({ preview: { niches, view } }: { preview: Preview }) => (
  <section className={styles.preview} aria-label="Preview">
    <h2>Preview</h2>
    {niches ? (
      <>
        <p aria-live="polite">
          {niches.length} niches, from {niches[0]?.nicheCode} to {niches.at(-1)?.nicheCode}
        </p>
        <NicheMapWithLegend
          label="Preview of the block"
          view={view}
          statuses={statuses}
          niches={niches}
          selects={false}
          selectedID={undefined}
          mayAct={never}
          foundIDs={none}
          goTo={undefined}
          disabled={false}
          onAct={doNothing}
        />
      </>
    ) : (
      <p>The map appears once the fields are complete.</p>
    )}
  </section>
))

const statuses: readonly ScreenStatus[] = ['available']
const none: ReadonlySet<string> = new Set()
const never = () => false
const doNothing = () => undefined
