import { bookingApi, LinkAccountForm, type RegisterEntry } from '#contract/bookings/api.ts'
import { formatDay } from '#contract/dates.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import type { ApiInput } from '#web/api/request.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { Email } from '#web/ui/Email.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { When } from '#web/ui/When.tsx'

const nobodyHasSeen = 'No clerk has seen the NRIC card of this account yet: its owner has entered the number.'

interface HolderComparisonProps {
  bookingID: string
  entry: RegisterEntry
  /** The number as far as it has been typed. */
  nric: string
}

/** Shows the register next to the account, once an NRIC has been entered. */
export function HolderComparison({ bookingID, entry, nric }: HolderComparisonProps) {
  const typed = LinkAccountForm.shape.nric.safeParse(nric)
  const input = { body: { bookingID, nric: typed.data ?? '' } }
  const { data } = useApi(bookingApi.compareHolder, input, { what: 'account of the holder', enabled: typed.success })
  if (!typed.success || !data) return null
  const facts: readonly HolderRow[] = [
    { what: 'Name', register: entry.holderName, account: data.fullName, isSame: data.sameName },
    { what: 'Telephone', register: entry.holderContact, account: data.contactNumber, isSame: data.sameContact },
    { what: 'Email', register: entry.holderEmail, account: data.email, isSame: entry.holderEmail === data.email },
    { what: 'Date of birth', register: '', account: formatDay(data.dateOfBirth), isSame: false },
  ]
  return (
    <div aria-live="polite" className={common.stack3}>
      <Table isOpen caption="Register and account" columns={columns} rows={facts} rowKey={({ what }) => what} />
      <p>{data.nricSeen ? 'A clerk has seen the NRIC card of this account before.' : nobodyHasSeen}</p>
      <SendCode input={input} sentAt={data.codeSentAt} />
    </div>
  )
}

interface SendCodeProps {
  input: ApiInput<typeof bookingApi.sendLinkCode>
  sentAt: string | null
}

/** The person at the counter reads the code out from a letter, which shows that the account is theirs. */
function SendCode({ input, sentAt }: SendCodeProps) {
  const { mutate, isPending } = useApiMutation(bookingApi.sendLinkCode, {
    done: 'Code sent.',
    failed: toErrorMessage,
    invalidates: [bookingApi.compareHolder],
  })
  return (
    <div className={common.spread}>
      <span>
        {sentAt ? (
          <>
            A code went to the address of the account <When at={sentAt} />. It works for 30 minutes.
          </>
        ) : (
          'Send a code to the address of the account, for the person to read out.'
        )}
      </span>
      <Button variant="secondary" small busy={isPending} onClick={() => mutate(input)}>
        {sentAt ? 'Send another code' : 'Send the code'}
      </Button>
    </div>
  )
}

interface HolderRow {
  what: string
  register: string
  account: string
  isSame: boolean
}

const columns: readonly Column<HolderRow>[] = [
  { header: 'Holder', cell: ({ what }) => what, room: 6 },
  { header: 'Register', cell: ({ register }) => <Email address={orNotRecorded(register)} />, typed: true, room: 8 },
  { header: 'Account', cell: ({ account }) => <Email address={account} />, typed: true, room: 10 },
  { header: 'Same', cell: ({ register, isSame }) => (register === '' ? '' : isSame ? 'Yes' : 'No'), room: 4 },
]
