import { Link } from 'react-router'
import { toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { spoken, t, translate } from '#contract/words/t.ts'
import { BillLink } from '#web/ui/BillLink.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { ApiTable, type RowOf } from '#web/ui/table/ApiTable.tsx'
import type { Column } from '#web/ui/table/Table.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

export const MyPaymentsPage = () => (
  <Page title={t`My Payments`}>
    <ApiTable
      endpoint={paymentApi.mine}
      input={{ query: {} }}
      what={t`payments`}
      loading={t`Loading payments...`}
      failure={t`Failed to load payments.`}
      empty={
        <EmptyState words={t`You have made no payments yet.`} hint={t`Your payments and their receipts are kept here.`}>
          <ButtonLink to={pathTo('myBookings')} variant="secondary">
            {t`See my bookings`}
          </ButtonLink>
        </EmptyState>
      }
      caption={t`My payments`}
      columns={columns()}
      rowKey={({ paymentID }) => paymentID}
    />
  </Page>
)

const columns = (): readonly Column<RowOf<typeof paymentApi.mine>>[] => [
  {
    header: t`Payment ID`,
    cell: ({ paymentID }) => <CopyableField value={paymentID} what={t`payment ID`} />,
    room: 9.7,
    phone: 'title',
  },
  {
    header: t`For`,
    cell: ({ beneficiaryName }) => <NameByScript name={beneficiaryName || t`No name`} />,
    typed: true,
    room: 7,
    phone: 'below',
  },
  { header: t`Amount`, cell: ({ amount }) => `$${amount}`, align: 'end', room: 7.5, phone: 'end' },
  { header: t`Method`, cell: ({ paymentMethod }) => translate(paymentMethod), folds: 'narrow' },
  {
    header: t`Date`,
    cell: ({ paymentDate }) => spoken().day(toDay(new Date(paymentDate))),
    room: 7.5,
    folds: 'narrow',
  },
  { header: t`Status`, cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />, room: 7.5 },
  {
    header: t`Receipt`,
    room: 7.5,
    phone: 'belowEnd',
    cell: ({ bookingID, isForCharges, chargesBill }) =>
      isForCharges ? (
        chargesBill && <BillLink number={chargesBill} />
      ) : (
        <Link to={pathTo('receipt', { bookingID })}>
          {t`View receipt`} <VisuallyHidden>{t`for booking ${bookingID}`}</VisuallyHidden>
        </Link>
      ),
  },
  {
    header: t`Statement`,
    room: 9,
    folds: 'narrow',
    cell: ({ bookingID }) => (
      <Link to={pathTo('statement', { bookingID })}>
        {t`View statement`} <VisuallyHidden>{t`for booking ${bookingID}`}</VisuallyHidden>
      </Link>
    ),
  },
]
