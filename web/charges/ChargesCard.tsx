import { chargeApi } from '#contract/charges/api.ts'
import { type Charge, type ChargeState, chargeStates, sumOf } from '#contract/charges/charge.ts'
import { formatDay, toDay } from '#contract/dates.ts'
import { formatAmount } from '#contract/money.ts'
import { useApi } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { BillLink } from '#web/ui/BillLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { AddChargeDialog, BillOrganisationDialog, chargeViews, RecordPaymentDialog } from './ChargeDialogs.tsx'

/** What was charged for a booking besides its niche, for staff. Admins only read it. */
export function ChargesCard({ bookingID }: { bookingID: string }) {
  const charges = useApi(chargeApi.ofBooking, { params: { bookingID } }, { what: 'charges', staleTime: 0 })
  const isClerk = useSignedIn().role === 'staff'
  return (
    <div id="charges">
      <Card title="Charges">
        <QueryResult query={charges} loading="Loading the charges..." failure="The charges could not be read just now.">
          {(list) => (
            <>
              {list.length === 0 ? (
                <p>Nothing was charged besides the niche.</p>
              ) : (
                <Table
                  caption="Charges, the newest first"
                  columns={isClerk ? [...columns, actions] : columns}
                  rows={list}
                  rowKey={({ chargeID }) => chargeID}
                />
              )}
              {isClerk && <Buttons bookingID={bookingID} due={list.filter(({ state }) => state === 'due')} />}
            </>
          )}
        </QueryResult>
      </Card>
    </div>
  )
}

const Buttons = ({ bookingID, due }: { bookingID: string; due: readonly Charge[] }) => (
  <RowActions
    actions={[
      {
        label: 'Add a charge',
        variant: 'secondary',
        dialog: (onClose) => <AddChargeDialog bookingID={bookingID} onClose={onClose} />,
      },
      due.length > 0 && {
        label: 'Record payment of charges',
        variant: 'secondary',
        dialog: (onClose) => <RecordPaymentDialog bookingID={bookingID} due={due} onClose={onClose} />,
      },
      due.length > 0 && {
        label: 'Bill an organisation',
        variant: 'secondary',
        dialog: (onClose) => <BillOrganisationDialog bookingID={bookingID} due={due} onClose={onClose} />,
      },
      due.length > 0 && {
        label: 'Write about what is due',
        variant: 'secondary',
        dialog: (onClose) => (
          <CallDialog
            title="Write to the family?"
            confirm="Send the letter"
            endpoint={chargeApi.remind}
            input={{ body: { bookingID } }}
            done="The letter is on its way."
            onClose={onClose}
          >
            <p>The letter lists what is due, {formatAmount(sumOf(due))}, and says how it can be paid.</p>
          </CallDialog>
        ),
      },
    ]}
  />
)

const tones: Record<ChargeState, Tone> = {
  due: 'waiting',
  billed: 'reserved',
  paid: 'good',
  refunded: 'quiet',
  waived: 'quiet',
}

const columns: readonly Column<Charge>[] = [
  { header: 'What', cell: ({ text, reason }) => (reason ? `${text} (${reason})` : text), typed: true },
  { header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end', room: 9 },
  {
    header: 'State',
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{chargeStates[state]}</StatusBadge>,
    room: 7,
  },
  {
    header: 'Added',
    cell: ({ addedAt, addedBy }) => `${formatDay(toDay(new Date(addedAt)))}, ${addedBy ?? 'by Columba'}`,
    room: 9,
  },
  {
    header: 'Bill',
    cell: ({ billNumber }) => (billNumber ? <BillLink number={billNumber} /> : 'None yet'),
    code: true,
  },
]

const actions: Column<Charge> = {
  header: 'Change',
  actions: true,
  cell: ({ chargeID, text, amount, state, paymentID }) => (
    <RowActions
      actions={[
        state === 'due' && {
          label: 'Waive',
          name: `Waive ${text}`,
          dialog: (onClose) => (
            <ReasonDialog
              title={`Waive ${formatAmount(amount)} for ${text}?`}
              help="Kept with the charge; the family does not see it."
              verb="Waive it"
              endpoint={chargeApi.waive}
              input={(reason) => ({ body: { chargeID, reason } })}
              done="The charge is waived."
              invalidates={chargeViews}
              onClose={onClose}
            />
          ),
        },
        state === 'paid' &&
          paymentID !== null && {
            label: 'Refund',
            name: `Refund ${text}`,
            dialog: (onClose) => (
              <ReasonDialog
                title="Refund this payment?"
                help="Kept with the charge; the family does not see it."
                verb="Refund it"
                danger
                endpoint={chargeApi.refund}
                input={(reason) => ({ body: { paymentID, reason } })}
                done="The refund has begun."
                invalidates={chargeViews}
                onClose={onClose}
              >
                Everything that was paid with payment {paymentID} goes back. Another member of staff hands back cash.
              </ReasonDialog>
            ),
          },
      ]}
    />
  ),
  room: 7,
}
