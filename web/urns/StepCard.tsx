import type { ReactNode } from 'react'
import { Card, Facts } from '#web/ui/Card.tsx'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import type { Scanned } from './confirm-move.ts'

interface StepCardProps {
  title: string
  /** Shown under the title. */
  scanned?: Scanned
  /** Focuses the heading again when it changes. */
  step?: string
  children: ReactNode
}

/** One step of a confirmation. Its heading gets the focus. */
export function StepCard({ title, scanned, step = '', children }: StepCardProps) {
  const top = useStepFocus(step)
  return (
    <div ref={top}>
      <Card title={title}>
        {scanned && (
          <Facts
            facts={[
              ['Urn', scanned.tag],
              ['Niche', scanned.nicheCode],
            ]}
          />
        )}
        {children}
      </Card>
    </div>
  )
}
