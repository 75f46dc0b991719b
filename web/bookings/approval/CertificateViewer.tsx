import { useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { CertificatePreview } from './CertificatePreview.tsx'
import styles from './CertificateViewer.module.css'

const tabs = [
  { id: 'death', label: 'Death Certificate' },
  { id: 'birth', label: 'Birth Certificate' },
] as const
type Kind = (typeof tabs)[number]['id']

export function CertificateViewer({ booking }: { booking: ApprovalDetail }) {
  const [kind, setKind] = useState<Kind>('death')
  const { label } = tabs.find(({ id }) => id === kind) ?? tabs[0]
  const isDeath = kind === 'death'
  const base64 = isDeath ? booking.deathCertBase64 : booking.birthCertBase64
  const mime = isDeath ? booking.deathCertMime : booking.birthCertMime
  return (
    <section className={styles.viewer} aria-label="Certificates">
      <Tabs label="Certificate" tabs={tabs} selected={kind} onSelect={setKind}>
        {base64 && mime ? (
          <CertificatePreview key={kind} base64={base64} mime={mime} name={label} />
        ) : (
          <div className={styles.sheet}>
            <EmptyState words={`No ${label} Available`} />
          </div>
        )}
      </Tabs>
    </section>
  )
}
