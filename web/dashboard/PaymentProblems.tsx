import { Link } from 'react-router'
import { z } from 'zod'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { isFailedRefund, type PaymentProblem, type ProblemKind, returnMethods } from '#contract/payments/payment.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { required } from '#contract/schema-parts.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Code } from '#web/ui/Code.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { AmountIn, Money } from '#web/ui/Money.tsx'
import { TaskCard } from '#web/ui/table/ApiTable.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { personColumn } from './person-column.tsx'

const whatHappened: Record<ProblemKind, string> = {
  RefundFailed: 'Refund failed',
  SurplusRefundFailed: 'Refund of a second payment failed',
  WrongAmount: 'Wrong amount paid',
  Disputed: 'Payment disputed',
  DisputeLost: 'Dispute lost',
}

/** Shown only while there is something to settle. */
export const PaymentProblems = () => (
  <TaskCard
    endpoint={paymentApi.problems}
    input={{ query: {} }}
    what="payment problems"
    more="problems"
    caption="Payments to settle by hand"
    rowKey={({ problemID }) => problemID}
    columns={[
      personColumn,
      { header: 'Payer', cell: (problem) => <Payer {...problem} />, long: true },
      {
        header: 'Booking',
        cell: ({ bookingID }) => <Link to={pathTo('bookingApproval', { bookingID })}>{bookingID}</Link>,
        code: true,
        folds: 'always',
      },
      whenColumn('Since', ({ foundAt }: PaymentProblem) => foundAt, { folds: 'always' }),
      { header: 'Amount', cell: (problem) => <AmountIn {...problem} />, align: 'end', room: 9, phone: 'end' },
      {
        header: 'Problem',
        cell: (problem) => <Problem {...problem} />,
        long: true,
        folds: 'narrow',
        phone: 'below',
      },
      {
        header: 'Settle',
        cell: (problem) => <Settle problem={problem} />,
        actions: true,
        room: 9,
        phone: 'belowEnd',
      },
    ]}
  >
    <WhoSettles />
  </TaskCard>
)

function WhoSettles() {
  const limits = useApi(houseApi.limits, {}, { what: 'the amount to settle alone' })
  return (
    <p>
      The card provider cannot settle these. Please agree with the family how they get their money, or what is still
      owed, and record it here.
      {limits.data && (
        <>
          {' '}
          Above <Money amount={limits.data.settleAlone} />, a second clerk who took no part confirms it on this page.
        </>
      )}
    </p>
  )
}

const Payer = ({ customerName, contactNumber }: PaymentProblem) => (
  <div>
    <div>{customerName}</div> <div>{contactNumber}</div>
  </div>
)

const Problem = ({ kind, reason }: PaymentProblem) => (
  <div>
    <strong>{whatHappened[kind]}</strong>{' '}
    <div>
      <Unbroken text={reason} />
    </div>
  </div>
)

const Settle = ({ problem }: { problem: PaymentProblem }) => (
  <DialogButton small variant="secondary" dialog={() => <SettleByHandDialog problem={problem} />}>
    Settle by hand
  </DialogButton>
)

const effects: Record<ProblemKind, string> = {
  RefundFailed: 'The payment is then recorded as refunded, and the family is told that they have their money.',
  SurplusRefundFailed: 'The family is then told that they have the money of the second payment.',
  WrongAmount: 'The card payment is then left as it is. It neither pays the booking nor is refunded by Columba.',
  Disputed: 'The dispute goes on at the card provider. If it is lost, it is shown here again.',
  DisputeLost:
    'The bill stays, and the day book says that the bank has taken its money. Columba does nothing more about it.',
}

const SettleByHandDialog = ({ problem }: { problem: PaymentProblem }) => (
  <FormDialog
    title="Settle by hand"
    schema={isFailedRefund(problem.kind) ? RefundByHand : SettledByHand}
    values={{ reason: '' }}
    verb="Settle by hand"
    endpoint={paymentApi.settleProblem}
    input={(said) => ({ body: { problemID: problem.problemID, ...said } })}
    done="Settled by hand."
    invalidates={[paymentApi.problems, paymentApi.refunds, dashboardApi.today]}
  >
    {(form) => (
      <>
        <p>
          Booking <Code>{problem.bookingID}</Code> for {orNotRecorded(problem.beneficiaryName)}; the payer is{' '}
          {problem.customerName}. {effects[problem.kind]} This cannot be undone.
        </p>
        {isFailedRefund(problem.kind) && (
          <SelectField
            label="How the money went back"
            options={returnMethods}
            placeholder="Please choose"
            help="The day book and the drawer count it by this method. The card provider has not returned it."
            {...form.field('returnedBy')}
          />
        )}
        <NoteField
          label="Reason"
          help="What was agreed with the family. Kept in the audit log; the family does not see it."
          {...form.field('reason')}
        />
      </>
    )}
  </FormDialog>
)

const SettledByHand = z.object({
  reason: required('Please give a reason.', 500),
  returnedBy: z.enum(returnMethods).optional(),
})
const RefundByHand = SettledByHand.extend({
  returnedBy: z.enum(returnMethods, { error: 'Please choose how the money went back.' }),
})
