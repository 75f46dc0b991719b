import { useState } from 'react'
import { Link } from 'react-router'
import { houseApi } from '#contract/house/api.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { PaymentProblem, ProblemKind } from '#contract/payments/payment.ts'
import { useApi, useApiRows } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PhoneNumber } from '#web/ui/PhoneNumber.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { Table } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { SettleByHandDialog } from './SettleByHandDialog.tsx'

const whatHappened: Record<ProblemKind, string> = {
  RefundFailed: 'Refund failed',
  SurplusRefundFailed: 'Refund of a second payment failed',
  WrongAmount: 'Wrong amount paid',
}

/** Shown only while there is something to settle. */
export function PaymentProblems() {
  const problems = useApiRows(paymentApi.problems, { query: {} }, { what: 'payment problems' })
  const limits = useApi(houseApi.limits, {}, { what: 'the amount to settle alone' })
  const [chosen, setChosen] = useState<PaymentProblem>()
  if (!problems.data?.length && !chosen) return null
  return (
    <Card title="Payments to settle by hand">
      <p>
        The card provider cannot settle these. Please agree with the family how they get their money, or what is still
        owed, and record it here.
        {limits.data &&
          ` Above ${formatAmount(limits.data.settleAlone)}, a second clerk who took no part confirms it on this page.`}
      </p>
      <Table
        caption="Payments to settle by hand"
        rows={problems.data ?? []}
        rowKey={({ problemID }) => problemID}
        columns={[
          {
            header: 'Booking',
            cell: ({ bookingID }) => <Link to={pathTo('bookingApproval', { bookingID })}>{bookingID}</Link>,
            code: true,
          },
          { header: 'For', cell: (problem) => <Family {...problem} />, typed: true },
          whenColumn('Since', ({ foundAt }: PaymentProblem) => foundAt),
          { header: 'Amount', cell: (problem) => <Amount {...problem} />, align: 'end', room: 9 },
          { header: 'Problem', cell: (problem) => <Problem {...problem} />, typed: true },
          {
            header: 'Settle',
            room: 8,
            cell: (problem) => (
              <Button small variant="secondary" onClick={() => setChosen(problem)}>
                Settle by hand
              </Button>
            ),
          },
        ]}
      />
      <ShowMore query={problems} what="problems" />
      {chosen && <SettleByHandDialog problem={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

const Family = ({ customerName, contactNumber }: PaymentProblem) => (
  <div>
    <div>{customerName}</div>
    <PhoneNumber number={contactNumber} />
  </div>
)

const Amount = ({ amount, currency }: PaymentProblem) =>
  currency === 'sgd' ? <Money amount={amount} /> : `${currency.toUpperCase()} ${amount}`

const Problem = ({ kind, reason }: PaymentProblem) => (
  <div>
    <strong>{whatHappened[kind]}</strong>
    <div>{reason}</div>
  </div>
)
