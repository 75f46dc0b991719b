import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { bookingApi, type OwnBooking, type SubmittedBooking } from '#contract/bookings/api.ts'
import { isFree } from '#contract/money.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { isClientError } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { ChargedOnApproval } from '#web/prices/PriceList.tsx'
import { savePaymentSession } from '#web/session/payment-session.ts'
import { useSignedIn } from '#web/session/session.ts'
import { useOwnAccount } from '#web/session/use-own-account.ts'
import { AllAtOnce } from '#web/ui/AllAtOnce.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Failed } from '#web/ui/Failed.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ApplicationStep } from './ApplicationStep.tsx'

/** Books a place beside a person whose booking is confirmed, for a family or at the counter. The payment is on the page of each. */
export function AnotherPersonPage() {
  const { role } = useSignedIn()
  const [search] = useSearchParams()
  const [mayBeBooked, setMayBeBooked] = useState(false)
  const bookingID = search.get('bookingID') ?? ''
  const found = useApi(bookingApi.byID, { query: { bookingID } }, { what: 'booking details' })
  return (
    <Page title={t`Another person`}>
      <AllAtOnce loading={t`Loading the booking...`}>
        <QueryResult query={found} loading={t`Loading the booking...`} failure={t`The booking could not be loaded.`}>
          {([beside]) =>
            beside && (beside.roomLeft || mayBeBooked) ? (
              <BesideForm beside={beside} onMayBeBooked={setMayBeBooked} />
            ) : (
              <EmptyState words={t`There is no place for another person in this niche.`}>
                {role === 'staff' ? (
                  <ButtonLink variant="secondary" to={pathTo('staffPerson', { bookingID })}>
                    Back to the person
                  </ButtonLink>
                ) : (
                  <ButtonLink variant="secondary" to={pathTo('myBookings')}>
                    {t`Back to My Bookings`}
                  </ButtonLink>
                )}
              </EmptyState>
            )
          }
        </QueryResult>
      </AllAtOnce>
    </Page>
  )
}

interface BesideFormProps {
  beside: OwnBooking
  /** True from sending until a refusal: the last place may have gone to this form itself, which can then be sent again. */
  onMayBeBooked: (mayBeBooked: boolean) => void
}

function BesideForm({ beside, onMayBeBooked }: BesideFormProps) {
  const { role } = useSignedIn()
  const navigate = useNavigate()
  const account = useOwnAccount()
  const found = useApi(nicheApi.byID, { query: { nicheID: beside.nicheID } })
  if (!found.data || !account.data)
    return account.isError || found.isError ? (
      <Failed
        words={t`The form could not be prepared just now.`}
        onRetry={() => Promise.all([account.refetch(), found.refetch()])}
      />
    ) : (
      <Loading words={t`Preparing the form...`} />
    )

  const niche = { ...found.data, price: found.data.furtherPrice ?? '0.00' }
  const pay = ({ bookingID, amount, email }: SubmittedBooking) => {
    if (isFree(amount)) return void navigate(pathTo('paymentSuccess', { bookingID }))
    if (role === 'staff') savePaymentSession({ bookingID, amount, userEmail: email })
    void navigate(role === 'staff' ? pathTo('counterBooking', { bookingID }) : pathTo('bookNiche', { bookingID }))
  }
  return (
    <>
      <Callout tone="note" title={t`Beside ${beside.beneficiaryName}`}>
        <p>
          <T>
            Niche <Unbroken text={beside.nicheCode} />, <span>{buildingLevelBlock(beside)}</span>, has places for{' '}
            <span>{niche.capacity}</span> people. This is a booking of its own: the booking of{' '}
            <span>{beside.beneficiaryName}</span> stays as it is.
          </T>
        </p>
        <ChargedOnApproval occasion="anotherPerson" />
      </Callout>
      <ApplicationStep
        isOpen
        account={account}
        niche={niche}
        beside={beside}
        onSend={() => onMayBeBooked(true)}
        onBooked={pay}
        onRefused={(error) => isClientError(error) && onMayBeBooked(false)}
      />
    </>
  )
}
