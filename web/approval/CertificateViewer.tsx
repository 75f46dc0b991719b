import { useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { type CertificateKind, certificateLabels } from '#contract/bookings/certificate-request.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { usePreference } from '#web/ui/preferences.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { CertificatePreview } from './CertificatePreview.tsx'
import styles from './CertificateViewer.module.css'

const tabs: { id: CertificateKind; label: string }[] = [
  { id: 'death', label: 'Death Certificate' },
  { id: 'birth', label: 'Birth Certificate' },
]
const proofTab = { id: 'relationship' as const, label: certificateLabels.relationship }
type Certificates = Record<CertificateKind, { base64: string; mime: string } | undefined>

/** A proof of relationship is shown only where there is one: few bookings have it. */
const tabsFor = ({ relationship }: Certificates) => (relationship ? [...tabs, proofTab] : tabs)

/** One certificate at a time, or both side by side where the screen is wide enough. */
export function CertificateViewer({ booking }: { booking: ApprovalDetail }) {
  const [prefersBoth, toggle] = usePreference('certificates-side-by-side')
  const certificates = certificatesOf(booking)
  const hasBoth = certificates.death !== undefined && certificates.birth !== undefined
  const showsBoth = hasBoth && prefersBoth
  return (
    <section
      className={`${common.surface} ${styles.viewer}`}
      aria-label="Certificates"
      data-side-by-side={showsBoth || undefined}
    >
      {hasBoth && (
        <div className={styles.toggle}>
          <Button variant="quiet" small onClick={toggle}>
            {showsBoth ? 'One at a time' : 'Side by side'}
          </Button>
        </div>
      )}
      {showsBoth ? <Both certificates={certificates} /> : <OneAtATime certificates={certificates} />}
    </section>
  )
}

/** Opens on a certificate that there is: for a pre-order, that of birth. */
function OneAtATime({ certificates }: { certificates: Certificates }) {
  const [chosen, setChosen] = useState<CertificateKind>()
  const kind = chosen ?? (certificates.death ? 'death' : 'birth')
  return (
    <Tabs label="Certificate" tabs={tabsFor(certificates)} selected={kind} onSelect={setChosen}>
      {tabsFor(certificates).map(({ id, label }) => {
        const certificate = certificates[id]
        if (!certificate) return <Missing key={id} words={`No ${label} Available`} isAlone={id === kind} />
        return id === kind && <CertificatePreview key={id} {...certificate} name={label} />
      })}
    </Tabs>
  )
}

/** These words are shown beside the other certificate too, so that nobody looks for it. */
const Missing = ({ words, isAlone }: { words: string; isAlone: boolean }) =>
  isAlone ? <EmptyState words={words} /> : <p className={`${common.help} ${styles.missing}`}>{words}</p>

const Both = ({ certificates }: { certificates: Certificates }) => (
  <div className={styles.both}>
    {tabsFor(certificates).map(({ id, label }) => (
      <div key={id}>
        <h2>{label}</h2>
        {certificates[id] && <CertificatePreview {...certificates[id]} name={label} />}
      </div>
    ))}
  </div>
)

const certificatesOf = (booking: ApprovalDetail): Certificates => ({
  death: certificateOf(booking.deathCertBase64, booking.deathCertMime),
  birth: certificateOf(booking.birthCertBase64, booking.birthCertMime),
  relationship: certificateOf(booking.relationshipProofBase64, booking.relationshipProofMime),
})
const certificateOf = (base64: string | null, mime: string | null) => (base64 && mime ? { base64, mime } : undefined)
