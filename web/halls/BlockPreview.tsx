import type { ReactNode } from 'react'
import styles from './BlockLayoutPage.module.css'
import type { Preview } from './preview-block.ts'

interface BlockPreviewProps {
  preview: Preview
  /** The map, once there are niches. */
  children: ReactNode
}

export const BlockPreview = ({ preview: { niches }, children }: BlockPreviewProps) => (
  <section className={styles.preview} aria-label="Preview">
    <h2>Preview</h2>
    {niches ? (
      <>
        <p aria-live="polite">
          {niches.length} niches: first {niches[0]?.nicheCode}, last {niches.at(-1)?.nicheCode}
        </p>
        {children}
      </>
    ) : (
      <p>The map appears once the fields are complete.</p>
    )}
  </section>
)
