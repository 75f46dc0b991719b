import { z } from 'zod'
import { toDay } from '#contract/dates.ts'
import { ordinal } from '#contract/ordinal.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { rightApi } from '#contract/rights/api.ts'
import { type Contact, contactAnswers, contactKinds } from '#contract/rights/contact.ts'
import { textWithin } from '#contract/schema-parts.ts'
import { spoken, t, translate } from '#contract/words/t.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { optionsOf } from '#web/ui/form/SelectField.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'
import { Table } from '#web/ui/table/Table.tsx'
import { ContactDialog, type ContactsProps, Reason } from './ContactDialog.tsx'

/** The people whom the holders have named, the successors in their order. The server asks a holder who they are before each change. */
export const Contacts = ({ isOpen = true, ...list }: ContactsProps & { isOpen?: boolean }) => (
  <>
    {list.contacts.length > 0 ? (
      <ContactsTable {...list} isOpen={isOpen} />
    ) : (
      <EmptyState words={t`Nobody is named yet.`} hint={t`Without contacts, only the holders get our letters.`} />
    )}
    {isOpen && (
      <div>
        <DialogButton small variant="secondary" dialog={() => <ContactDialog {...list} />}>
          {t`Add a contact`}
        </DialogButton>
      </div>
    )}
  </>
)

const ContactsTable = ({ isOpen, ...list }: ContactsProps & { isOpen: boolean }) => (
  <Table
    caption={t`Contacts`}
    isOpen
    rows={list.contacts}
    rowKey={({ contactID }) => contactID}
    columns={[
      { header: t`Name`, cell: ({ name }) => name, typed: true, room: 10, phone: 'title' },
      { header: t`What for`, cell: describeKind, room: 11, phone: 'below' },
      { header: t`Answer`, cell: (contact) => <Unbroken text={describeAnswer(contact)} />, room: 11, folds: 'narrow' },
      {
        header: t`Relationship`,
        cell: ({ relationship }) => translate(orNotRecorded(relationship)),
        typed: true,
        folds: 'always',
      },
      {
        header: t`Reached by`,
        cell: ({ email, phone, address }) =>
          translate(orNotRecorded([email, phone, address].filter(Boolean).join(', '))),
        typed: true,
        folds: 'always',
      },
      {
        header: t`Actions`,
        actions: true,
        room: list.isStaff ? 18 : 12,
        cell: (contact) => isOpen && <ContactActions {...list} contact={contact} />,
      },
    ]}
  />
)

const describeKind = ({ kind, place }: Contact) =>
  place === null ? translate(contactKinds[kind]) : t`${ordinal(place)} successor`

function describeAnswer({ acceptedAt, acceptedBy, declinedAt }: Contact): string {
  if (declinedAt) return t`Does not want this`
  if (!acceptedAt || !acceptedBy) return t`Not answered yet`
  return t`Accepted ${spoken().day(toDay(new Date(acceptedAt)))}, ${translate(contactAnswers[acceptedBy].toLowerCase())}`
}

const ContactActions = ({ contact, ...list }: RowDialogProps) => (
  <RowActions
    actions={[
      !contact.declinedAt && {
        label: t`Change`,
        variant: 'secondary',
        name: t`Change ${contact.name}`,
        dialog: () => <ContactDialog {...list} contact={contact} />,
      },
      list.isStaff &&
        !contact.declinedAt &&
        !contact.acceptedAt && {
          label: 'Accepted',
          variant: 'secondary',
          name: `Record that ${contact.name} has accepted`,
          dialog: () => <AcceptedDialog {...list} contact={contact} />,
        },
      {
        label: t`Remove`,
        variant: 'secondary',
        name: t`Remove ${contact.name}`,
        dialog: () => <RemoveDialog {...list} contact={contact} />,
      },
    ]}
  />
)

type RowDialogProps = ContactsProps & { contact: Contact }

const signed = { letter: 'The letter came back signed', counter: 'They signed at the counter' }
const AcceptedForm = z.object({ by: z.enum(['letter', 'counter'], 'Please choose how they signed.') })

const AcceptedDialog = ({ number, contact, readBy }: RowDialogProps) => (
  <FormDialog
    title={`Has ${contact.name} accepted?`}
    schema={AcceptedForm}
    values={{}}
    endpoint={rightApi.recordContactAccepted}
    input={({ by }) => ({ body: { number, contactID: contact.contactID, by } })}
    verb="Record it"
    done="It is recorded that they have accepted."
    invalidates={[readBy]}
  >
    {(form) => <ChoiceField legend="How they signed" choices={optionsOf(signed)} {...form.field('by')} />}
  </FormDialog>
)

const RemoveDialog = ({ number, contact, isStaff, readBy }: RowDialogProps) => (
  <FormDialog
    title={t`Remove ${contact.name}?`}
    schema={z.object({ reason: textWithin(500) })}
    values={{ reason: '' }}
    endpoint={rightApi.removeContact}
    input={({ reason }) => ({ body: { number, contactID: contact.contactID, reason } })}
    verb={t`Remove`}
    danger
    done={t`The contact is removed.`}
    invalidates={[readBy]}
  >
    {(form) => (
      <>
        <p>{t`They get no more letters, and what is recorded to reach them is deleted.`}</p>
        {isStaff && <Reason {...form.field('reason')} />}
      </>
    )}
  </FormDialog>
)
