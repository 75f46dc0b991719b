import { formatDateTime } from '#contract/dates.ts'
import { type SecondPersonRequest, secondPersonApi } from '#contract/second-person/api.ts'
import type { RequestedAct } from '#contract/second-person/guarded-acts.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { Table } from '#web/ui/table/Table.tsx'

const everyMs = 60_000
const title = 'Waits for a second person'

interface WaitingRequestsProps {
  /** The acts that the page asks for; if left out, all. */
  acts?: readonly RequestedAct[]
  /** What the requests are about, one thing or several; if left out, anything. */
  subject?: string | readonly string[]
}

/** What waits for a second person: to confirm, or one's own to withdraw. Shown only while something waits, or may be among what is not listed. */
export function WaitingRequests({ acts, subject }: WaitingRequestsProps) {
  const requests = useApi(
    secondPersonApi.list,
    {},
    { what: 'what waits for a second person', refetchInterval: everyMs },
  )
  const isOfActs = ({ act }: SecondPersonRequest) => !acts || acts.includes(act)
  const isAboutSubject = (request: SecondPersonRequest) => !subject || [subject].flat().includes(request.subject)
  return (
    <QueryResult query={requests} failure="What waits for a second person could not be read just now.">
      {(all) => {
        const ofActs = all.filter(isOfActs)
        return <WaitingCard waiting={ofActs.filter(isAboutSubject)} isCut={ofActs.some(({ hasMore }) => hasMore)} />
      }}
    </QueryResult>
  )
}

function WaitingCard({ waiting, isCut }: { waiting: readonly SecondPersonRequest[]; isCut: boolean }) {
  const note = isCut && (
    <p>So much waits that only your own requests and the oldest are listed. The others follow once these are done.</p>
  )
  if (waiting.length === 0) return note ? <Card title={title}>{note}</Card> : null
  return (
    <Card title={title}>
      <p>None of this is done until somebody other than the person who asked confirms it.</p>
      <Table
        caption={title}
        rows={waiting}
        rowKey={({ requestID }) => requestID}
        columns={[
          { header: 'What', cell: ({ what }) => what, typed: true, room: 10, phone: 'title' },
          {
            header: 'Asked by',
            cell: ({ askedBy, isMine }) => (isMine ? 'You' : askedBy),
            typed: true,
            room: 6,
            phone: 'below',
          },
          { header: 'Reason', cell: ({ reason }) => reason || 'None given', long: true, room: 7 },
          {
            header: 'Until',
            cell: ({ expiresAt }) => untilOf(expiresAt),
            room: 10.2,
            folds: 'narrow',
            phone: 'belowEnd',
          },
          {
            header: 'Actions',
            actions: true,
            cell: (request) => (
              <DialogButton
                small
                variant="secondary"
                aria-label={`${verbOf(request)}: ${request.what}`}
                dialog={() => <RequestDialog request={request} />}
              >
                {verbOf(request)}
              </DialogButton>
            ),
          },
        ]}
      />
      {note}
    </Card>
  )
}

const verbOf = ({ isMine }: SecondPersonRequest) => (isMine ? 'Withdraw' : 'Confirm')
const untilOf = (expiresAt: string | null) => (expiresAt ? formatDateTime(expiresAt) : 'No limit')

function RequestDialog({ request }: { request: SecondPersonRequest }) {
  const close = useCloseDialog()
  const { requestID, what, reason, askedBy, isMine } = request
  return (
    <CallDialog
      title={isMine ? 'Withdraw your request?' : 'Confirm as the second person?'}
      confirm={isMine ? 'Withdraw' : 'Confirm'}
      endpoint={isMine ? secondPersonApi.withdraw : secondPersonApi.confirm}
      input={{ body: { requestID } }}
      done={isMine ? 'Your request was withdrawn.' : 'Confirmed, and done.'}
      onConflict={(sentence) => sentence && close()}
      onSuccess={() => {
        close()
        /** What was confirmed may have changed anything on this page. */
        void queryClient.invalidateQueries()
      }}
      invalidates={[secondPersonApi.list]}
    >
      <Facts facts={[['What', what], ['Asked by', isMine ? 'You' : askedBy], reason && ['Reason', reason]]} />
      {!isMine && <p>It is done at once. Please confirm it only if you know why it is right.</p>}
    </CallDialog>
  )
}
