import { Link, useParams } from 'react-router'
import { ofRight } from '#contract/family/timeline.ts'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { type RightDetail, rightApi } from '#contract/rights/api.ts'
import { rightStates } from '#contract/rights/right.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { useApi } from '#web/api/use-api.ts'
import { OpenMatterNotice } from '#web/bookings/OpenMatter.tsx'
import { Timeline } from '#web/bookings/Timeline.tsx'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { AfterEndCard } from './AfterEndCard.tsx'
import { AgreementsCard } from './AgreementsCard.tsx'
import { ClaimsCard } from './ClaimsCard.tsx'
import { Contacts } from './Contacts.tsx'
import { HoldersCard } from './HoldersCard.tsx'
import { ObjectionsCard } from './ObjectionsCard.tsx'

/** Everything that staff know about a right, and who holds it. */
export function RightPage() {
  const { number = '' } = useParams()
  const found = useApi(rightApi.detail, { params: { number } }, { what: 'right', staleTime: 0 })
  return (
    <Page
      title={`Right ${number}`}
      subtitle={found.data && `Niche ${found.data.nicheCode}`}
      breadcrumb={number}
      actions={
        found.data &&
        found.data.state !== 'surrendered' && (
          <ButtonLink variant="secondary" to={pathTo('deed', { number })}>
            Deed
          </ButtonLink>
        )
      }
    >
      <AllAtOnce loading="Loading this right...">
        <QueryResult
          query={found}
          loading="Loading this right..."
          failure="This right could not be read just now."
          missing={
            <EmptyState words="Right not found." hint="The list of rights finds it by number, niche or holder.">
              <ButtonLink variant="secondary" to={pathTo('rights')}>
                See all rights
              </ButtonLink>
            </EmptyState>
          }
        >
          {(right) => <Right right={right} />}
        </QueryResult>
      </AllAtOnce>
    </Page>
  )
}

function Right({ right }: { right: RightDetail }) {
  const { number, bookingID, deedNumber, grantedOn, nicheCode, nichePlace, state } = right
  const { claims, objections, contacts, history, afterEnd } = right
  return (
    <div className={common.stack4}>
      <OpenMatterNotice number={number} />
      <WaitingRequests
        acts={['changeHolders', 'decideClaim', 'endObjection', 'clearNiche']}
        subject={[
          number,
          ...claims.map(({ claimID }) => claimID),
          ...objections.map(({ objectionID }) => String(objectionID)),
        ]}
      />
      {afterEnd && <AfterEndCard right={right} afterEnd={afterEnd} />}
      <HoldersCard right={right} />
      <AgreementsCard right={right} />
      <ClaimsCard right={right} />
      <ObjectionsCard right={right} />
      <Card title="Contacts">
        <Contacts
          number={number}
          contacts={contacts}
          isStaff
          isOpen={state !== 'surrendered'}
          readBy={rightApi.detail}
        />
      </Card>
      <Card title="Right">
        <Facts
          facts={[
            ['Niche', nicheCode],
            ['Place', nichePlace],
            ['Granted', dateOrNotRecorded(grantedOn)],
            ['Term', describeTerm(right)],
            ['State', rightStates[state]],
            deedNumber !== null && ['Earlier deed', deedNumber],
            [
              'First booking',
              <Link key="booking" to={pathTo('staffPerson', { bookingID })}>
                {orNotRecorded(bookingID)}
              </Link>,
            ],
          ]}
        />
      </Card>
      <Timeline entries={history.map(ofRight).toReversed()} />
    </div>
  )
}
