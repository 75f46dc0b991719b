import { useState } from 'react'
import { cashUpApi } from '#contract/cash-up/api.ts'
import type { CashUp } from '#contract/cash-up/cash-up.ts'
import { formatDateTime } from '#contract/dates.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { Money } from '#web/ui/Money.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import styles from './CashUp.module.css'

/** A count that waits for the second person. */
export function OpenCount({ cashUp }: { cashUp: CashUp }) {
  const { cashUpNumber, countedBy, countedByID, countedAt, lines } = cashUp
  const isMine = useSignedIn().userID === countedByID
  const [conflict, setConflict] = useState('')
  const changed = { onConflict: setConflict, invalidates: [cashUpApi.drawer, cashUpApi.list] }
  const sign = useApiMutation(cashUpApi.sign, { ...changed, done: `Cash-up ${cashUpNumber} is signed.` })
  return (
    <Card title={`Cash-up ${cashUpNumber} waits for a signature`}>
      <p>
        Counted by {countedBy} on {formatDateTime(countedAt)}.{' '}
        {isMine
          ? 'Another member of staff, or an admin, opens this page on their own account, counts the drawer again and signs.'
          : 'Count the drawer again. Sign only if you find the same.'}
      </p>
      <Table isOpen caption="What was counted" columns={lineColumns} rows={lines} rowKey={({ method }) => method} />
      <ErrorAlert>{conflict || (sign.error && toErrorMessage(sign.error))}</ErrorAlert>
      <div className={`${common.row3} ${styles.actions}`}>
        {!isMine && (
          <Button busy={sign.isPending} onClick={() => sign.mutate({ body: { cashUpNumber } })}>
            Sign
          </Button>
        )}
        <DialogButton variant="secondary" dialog={() => <WithdrawDialog cashUpNumber={cashUpNumber} />}>
          {isMine ? 'Count again' : 'I find something else'}
        </DialogButton>
      </div>
    </Card>
  )
}

const WithdrawDialog = ({ cashUpNumber }: Pick<CashUp, 'cashUpNumber'>) => (
  <ReasonDialog
    title="Withdraw this count?"
    verb="Withdraw"
    help="Kept with the count."
    endpoint={cashUpApi.withdraw}
    input={(reason) => ({ body: { cashUpNumber, reason } })}
    done="The count is withdrawn."
    invalidates={[cashUpApi.drawer, cashUpApi.list]}
  >
    The drawer is then counted again. Nothing that was taken is lost.
  </ReasonDialog>
)

const lineColumns: readonly Column<CashUp['lines'][number]>[] = [
  { header: 'Method', cell: ({ method }) => method, room: 6 },
  { header: 'Expected', cell: ({ expected }) => <Money amount={expected} />, align: 'end', room: 8.5 },
  { header: 'Counted', cell: ({ counted }) => <Money amount={counted} />, align: 'end', room: 8.5 },
  { header: 'Difference', cell: ({ difference }) => <Money amount={difference} />, align: 'end', room: 8.5 },
  { header: 'Reason', cell: ({ reason }) => reason || 'None', typed: true, room: 7 },
]
