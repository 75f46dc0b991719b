import { z } from 'zod'
import { formatDay, toDay } from '#contract/dates.ts'
import { ordinal } from '#contract/ordinal.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { rightApi } from '#contract/rights/api.ts'
import { type Contact, contactAnswers, contactKinds } from '#contract/rights/contact.ts'
import { textWithin } from '#contract/schema-parts.ts'
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
      <EmptyState words="Nobody is named yet." hint="Without contacts, only the holders get our letters." />
    )}
    {isOpen && (
      <div>
        <DialogButton small variant="secondary" dialog={() => <ContactDialog {...list} />}>
          Add a contact
        </DialogButton>
      </div>
    )}
  </>
)

const ContactsTable = ({ isOpen, ...list }: ContactsProps & { isOpen: boolean }) => (
  <Table
    caption="Contacts"
    isOpen
    rows={list.contacts}
    rowKey={({ contactID }) => contactID}
    columns={[
      { header: 'Name', cell: ({ name }) => name, typed: true, room: 10, phone: 'title' },
      { header: 'What for', cell: describeKind, room: 11, phone: 'below' },
      { header: 'Answer', cell: (contact) => <Unbroken text={describeAnswer(contact)} />, room: 11, folds: 'narrow' },
      { header: 'Relationship', cell: ({ relationship }) => orNotRecorded(relationship), typed: true, folds: 'always' },
      {
        header: 'Reached by',
        cell: ({ email, phone, address }) => orNotRecorded([email, phone, address].filter(Boolean).join(', ')),
        typed: true,
        folds: 'always',
      },
      {
        header: 'Actions',
        actions: true,
        room: list.isStaff ? 18 : 12,
        cell: (contact) => isOpen && <ContactActions {...list} contact={contact} />,
      },
    ]}
  />
)

const describeKind = ({ kind, place }: Contact) => (place === null ? contactKinds[kind] : `${ordinal(place)} successor`)

function describeAnswer({ acceptedAt, acceptedBy, declinedAt }: Contact): string {
  if (declinedAt) return 'Does not want this'
  if (!acceptedAt || !acceptedBy) return 'Not answered yet'
  return `Accepted ${formatDay(toDay(new Date(acceptedAt)))}, ${contactAnswers[acceptedBy].toLowerCase()}`
}

const ContactActions = ({ contact, ...list }: RowDialogProps) => (
  <RowActions
    actions={[
      !contact.declinedAt && {
        label: 'Change',
        variant: 'secondary',
        name: `Change ${contact.name}`,
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
        label: 'Remove',
        variant: 'secondary',
        name: `Remove ${contact.name}`,
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
    title={`Remove ${contact.name}?`}
    schema={z.object({ reason: textWithin(500) })}
    values={{ reason: '' }}
    endpoint={rightApi.removeContact}
    input={({ reason }) => ({ body: { number, contactID: contact.contactID, reason } })}
    verb="Remove"
    danger
    done="The contact is removed."
    invalidates={[readBy]}
  >
    {(form) => (
      <>
        <p>They get no more letters, and what is recorded to reach them is deleted.</p>
        {isStaff && <Reason {...form.field('reason')} />}
      </>
    )}
  </FormDialog>
)
