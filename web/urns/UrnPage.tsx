import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { urnName } from '#contract/registers/partial-date.ts'
import type { UrnMoveEntry } from '#contract/urns/api.ts'
import { authorityLabels } from '#contract/urns/confirmation.ts'
import { isInNiche, urnMoves } from '#contract/urns/moves.ts'
import { OpenMatterNotice } from '#web/bookings/OpenMatter.tsx'
import { VisitorAccess } from '#web/find/VisitorAccess.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Table } from '#web/ui/table/Table.tsx'
import { LostDocuments } from './LostDocuments.tsx'
import { UrnActions } from './UrnActions.tsx'
import { UrnByTag } from './UrnByTag.tsx'
import { UrnFactsCard } from './UrnFactsCard.tsx'

/** One urn: its person, where it is, the possible moves and its history. */
export function UrnPage() {
  const { role } = useSignedIn()
  return (
    <UrnByTag
      title={(tag, urn) => (urn ? urnName(urn.beneficiaryName) : `Urn ${tag}`)}
      subtitle={({ tag, nicheCode }) => `Urn ${tag}, niche ${nicheCode}`}
      actions={({ tag, place, bookingID }) => (
        <div className={common.row3}>
          {isInNiche(place) && (
            <ButtonLink variant="secondary" to={pathTo('placementCertificate', { bookingID })}>
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
          <OpenMatterNotice tag={urn.tag} withLink />
          <UrnActions urn={urn} />
          <WaitingRequests acts={['changeNumber']} subject={urn.tag} />
          <UrnFactsCard urn={urn} />
          <LostDocuments urn={urn} />
          {role === 'admin' && isInNiche(urn.place) && <VisitorAccess bookingID={urn.bookingID} isApproved />}
          <UrnHistory moves={urn.moves} />
        </>
      )}
    </UrnByTag>
  )
}

const UrnHistory = ({ moves }: { moves: readonly UrnMoveEntry[] }) => (
  <Card title="History">
    <Table
      caption="History of the urn"
      rows={moves}
      rowKey={({ at, event }) => `${at} ${event}`}
      columns={[
        { header: 'When', cell: ({ at }) => formatDateTime(at), room: 10.2, phone: 'end' },
        { header: 'What', cell: ({ event }) => urnMoves[event].label, typed: true, room: 6, phone: 'title' },
        { header: 'Where', cell: ({ where }) => where, typed: true, phone: 'below' },
        {
          header: 'By',
          cell: ({ by, witness }) => (witness ? `${by} and ${witness}` : by),
          typed: true,
          room: 7,
          phone: 'belowEnd',
        },
        { header: 'Note', cell: (move) => noteOf(move), long: true, room: 7 },
      ]}
    />
  </Card>
)

function noteOf({ reason, release }: UrnMoveEntry): string {
  if (!release) return reason || '-'
  const { releasedTo, identityKind, identityEnding, authority, document } = release
  return `To ${releasedTo}, ${identityKind} ending ${identityEnding}. ${authorityLabels[authority]}: ${document}`
}
