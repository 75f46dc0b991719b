import { formatDay, toDay } from '#contract/dates.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { type RightDetail, rightApi } from '#contract/rights/api.ts'
import { deathForm, describeHolder, type Holder, HolderForm } from '#contract/rights/holder.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { Card } from '#web/ui/Card.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

/** Who decides about the niche. One person alone changes it only where nobody else could confirm it. */
export function HoldersCard({ right }: { right: RightDetail }) {
  /** The holders of a surrendered right agree to the release of its urns. */
  const isOpen = right.state !== 'surrendered' || right.urns.length > 0 || right.asked.length > 0
  return (
    <Card title="Holders">
      <Table
        caption="Holders"
        isOpen
        rows={right.holders}
        rowKey={({ holderID }) => String(holderID)}
        columns={isOpen ? [...columns, actionsOn(right)] : columns}
      />
      {isOpen && (
        <DialogButton small variant="secondary" dialog={() => <HolderDialog number={right.number} />}>
          Add a holder
        </DialogButton>
      )}
    </Card>
  )
}

const describeDeath = ({ diedOn, toldBy }: NonNullable<Holder['death']>) =>
  `, died${diedOn ? ` on ${formatDay(diedOn)}` : ''}, as we were told by ${toldBy}`

const columns: readonly Column<Holder>[] = [
  {
    header: 'Name',
    cell: ({ name, guardian, death }) =>
      describeHolder(orNotRecorded(name) + (death ? describeDeath(death) : ''), guardian),
    typed: true,
    room: 10,
    phone: 'title',
  },
  { header: 'NRIC ends in', cell: ({ identityEnding }) => orNotRecorded(identityEnding), code: true, phone: 'below' },
  { header: 'Account', cell: ({ account }) => account ?? 'None', typed: true, room: 12, folds: 'narrow' },
  { header: 'Address', cell: ({ address }) => orNotRecorded(address), typed: true, folds: 'always' },
  {
    header: 'Email',
    cell: ({ email, registerEmail }) =>
      orNotRecorded(email || (registerEmail && `${registerEmail}, from the register`)),
    typed: true,
    folds: 'always',
  },
]

const actionsOn = ({ number, holders }: RightDetail): Column<Holder> => ({
  header: 'Actions',
  actions: true,
  room: 14,
  cell: (holder) => (
    <RowActions
      actions={[
        {
          label: 'Correct',
          variant: 'secondary',
          name: `Correct ${orNotRecorded(holder.name)}`,
          dialog: () => <HolderDialog number={number} holder={holder} />,
        },
        {
          label: holder.death ? 'Has not died' : 'Has died',
          variant: 'secondary',
          name: `${orNotRecorded(holder.name)} ${holder.death ? 'has not died' : 'has died'}`,
          dialog: () =>
            holder.death ? (
              <RetractDeathDialog number={number} holder={holder} />
            ) : (
              <DeathDialog number={number} holder={holder} />
            ),
        },
        holders.length > 1 && {
          label: 'Remove',
          variant: 'secondary',
          name: `Remove ${orNotRecorded(holder.name)}`,
          dialog: () => <RemoveDialog number={number} holder={holder} />,
        },
      ]}
    />
  ),
})

/** Without a holder for a new one. */
function HolderDialog({ number, holder }: { number: string; holder?: Holder }) {
  const { address = '', email = '', registerEmail, name = '' } = holder ?? {}
  const otherwise = registerEmail ? `to ${registerEmail}, which is in the register` : 'by post'
  return (
    <FormDialog
      title={holder ? 'Correct a holder' : 'Add a holder'}
      schema={HolderForm}
      values={{ nric: '', address, email, reason: '', name, holderID: holder?.holderID }}
      endpoint={rightApi.saveHolder}
      input={(body) => ({ body: { ...body, number } })}
      verb={holder ? 'Correct' : 'Add'}
      done={holder ? 'The holder is corrected.' : 'The holder is added.'}
      invalidates={[rightApi.detail]}
    >
      {(form) => (
        <>
          <p>Holders decide together about the niche, so a second person confirms this unless nobody else could.</p>
          <TextField label="Name" autoComplete="off" {...form.field('name')} />
          <TextField
            label="NRIC"
            help={holder ? 'Leave it empty to keep what is recorded.' : 'Stored encrypted. Optional.'}
            autoComplete="off"
            {...form.field('nric')}
          />
          <TextField label="Address" autoComplete="off" {...form.field('address')} />
          <TextField
            label="Email"
            type="email"
            help={`For our letters, as long as no account has one. Without it they go ${otherwise}.`}
            autoComplete="off"
            {...form.field('email')}
          />
          <NoteField
            label="Reason"
            help="Which papers you have seen. Kept in the history of the right."
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** It decides nothing: two people decide who follows. */
const DeathDialog = ({ number, holder: { holderID, name } }: { number: string; holder: Holder }) => (
  <FormDialog
    title={`${orNotRecorded(name)} has died?`}
    schema={deathForm({ today: toDay(serverNow()) })}
    values={{ diedOn: '', toldBy: '' }}
    endpoint={rightApi.recordDeath}
    input={(body) => ({ body: { ...body, number, holderID, name } })}
    verb="Record and write to the others"
    done="It is recorded, and the others are written to."
    invalidates={[rightApi.detail]}
  >
    {(form) => (
      <>
        <p>
          They remain a holder until somebody follows them, and until then nothing happens for which all holders have to
          agree. Our letters go to the other holders and to the contacts. A last one goes to the address of this holder,
          if there is one, in case it is not so.
        </p>
        <DateField label="Date of death" optional {...form.field('diedOn')} />
        <NoteField
          label="Who told us"
          help="With the paper you have seen, such as the death certificate. The others read it."
          {...form.field('toldBy')}
        />
      </>
    )}
  </FormDialog>
)

const RetractDeathDialog = ({ number, holder: { holderID, name } }: { number: string; holder: Holder }) => (
  <ReasonDialog
    title={`${orNotRecorded(name)} has not died?`}
    endpoint={rightApi.retractDeath}
    input={(reason) => ({ body: { number, holderID, name, reason } })}
    verb="Take it back"
    done="It is taken back, and all are written to."
    help="Kept in the history of the right. The holders read it."
    invalidates={[rightApi.detail]}
  >
    They get our letters again. What they were asked about urns has ended, so please ask them again.
  </ReasonDialog>
)

const RemoveDialog = ({ number, holder }: { number: string; holder: Holder }) => (
  <ReasonDialog
    title={`Remove ${orNotRecorded(holder.name)}?`}
    endpoint={rightApi.removeHolder}
    input={(reason) => ({ body: { number, holderID: holder.holderID, name: holder.name, reason } })}
    verb="Remove"
    danger
    done="The holder is removed."
    help="Kept in the history of the right."
    invalidates={[rightApi.detail]}
  >
    They no longer decide about the niche. In a house with three or more staff a second person confirms this, unless
    nobody else could.
  </ReasonDialog>
)
