import { pathTo } from '#contract/pages.ts'
import { isInNiche } from '#contract/urns/moves.ts'
import { VisitorAccess } from '#web/find/VisitorAccess.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { LostDocuments } from './LostDocuments.tsx'
import { UrnActions } from './UrnActions.tsx'
import { UrnByTag } from './UrnByTag.tsx'
import { UrnFactsCard } from './UrnFactsCard.tsx'
import { UrnHistory } from './UrnHistory.tsx'

/** One urn: its person, where it is, the possible moves and its history. */
export function UrnPage() {
  const { role } = useSignedIn()
  return (
    <UrnByTag
      title={(tag, urn) => urn?.beneficiaryName || `Urn ${tag}`}
      subtitle={({ tag, beneficiaryName, nicheCode }) =>
        beneficiaryName ? `Urn ${tag}, niche ${nicheCode}` : `Niche ${nicheCode}`
      }
      actions={(tag, urn) => (
        <div className={common.row3}>
          {urn && isInNiche(urn.place) && (
            <ButtonLink variant="secondary" to={pathTo('placementCertificate', { bookingID: urn.bookingID })}>
              Placement certificate
            </ButtonLink>
          )}
          <ButtonLink variant="secondary" to={pathTo('urnLabel', { tag })}>
            Label
          </ButtonLink>
        </div>
      )}
    >
      {(urn) => (
        <>
          <UrnActions urn={urn} />
          <UrnFactsCard urn={urn} />
          <LostDocuments urn={urn} />
          {role === 'admin' && isInNiche(urn.place) && <VisitorAccess bookingID={urn.bookingID} isApproved />}
          <UrnHistory moves={urn.moves} />
        </>
      )}
    </UrnByTag>
  )
}
