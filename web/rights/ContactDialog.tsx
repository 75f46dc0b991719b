import type { ComponentProps } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { ordinal } from '#contract/ordinal.ts'
import { rightApi } from '#contract/rights/api.ts'
import { type Contact, ContactForm, contactKinds, daysToAccept } from '#contract/rights/contact.ts'
import { t, translate } from '#contract/words/t.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

export interface ContactsProps {
  /** The number of the right. */
  number: string
  contacts: readonly Contact[]
  /** Staff say why, and record who has signed. */
  isStaff: boolean
  /** The call that has read them. */
  readBy: Endpoint
}

/** Without a contact for a new one, who begins as the last successor. */
export function ContactDialog({ number, contacts, contact, isStaff, readBy }: ContactsProps & { contact?: Contact }) {
  const others = contacts.filter(({ kind, contactID }) => kind === 'successor' && contactID !== contact?.contactID)
  const places = Array.from({ length: others.length + 1 }, (_, at) => String(at + 1))
  const { contactID, kind = 'successor', place, name = '', relationship = '' } = contact ?? {}
  const { email = '', phone = '', address = '' } = contact ?? {}
  const known = { contactID, kind, place: String(place ?? places.length), name, relationship, email, phone, address }
  return (
    <FormDialog
      title={contact ? t`Change ${name}` : t`Add a contact`}
      schema={ContactForm}
      values={{ ...known, reason: '' }}
      endpoint={rightApi.saveContact}
      input={(body) => ({ body: { ...body, number } })}
      done={contact ? t`The contact is changed.` : t`The contact is added.`}
      invalidates={[readBy]}
    >
      {(form) => (
        <>
          <p>
            {t`They get a letter that asks them to accept: by email with a link for ${daysToAccept} days, or by post. They decide nothing about the niche. Another name, email address or task asks them again.`}
          </p>
          <SelectField
            label={t`What for`}
            options={optionsOf(contactKinds).map(({ value, label }) => ({ value, label: translate(label) }))}
            {...form.field('kind')}
          />
          {form.watch('kind') === 'successor' && others.length > 0 && (
            <SelectField
              label={t`Order among the successors`}
              options={places.map((value) => ({ value, label: ordinal(Number(value)) }))}
              {...form.field('place')}
            />
          )}
          <TextField label={t`Name`} autoComplete="off" {...form.field('name')} />
          <TextField
            label={t`Relationship`}
            optional
            help={t`Such as daughter`}
            autoComplete="off"
            {...form.field('relationship')}
          />
          <TextField label={t`Email`} optional type="email" autoComplete="off" {...form.field('email')} />
          <TextField label={t`Telephone`} optional type="tel" autoComplete="off" {...form.field('phone')} />
          <TextField label={t`Postal address`} optional autoComplete="off" {...form.field('address')} />
          {isStaff && <Reason {...form.field('reason')} />}
        </>
      )}
    </FormDialog>
  )
}

export const Reason = (field: Omit<ComponentProps<typeof NoteField>, 'label'>) => (
  <NoteField
    label="Reason"
    help="Who asked for it, and how you know them. Kept in the history of the right."
    {...field}
  />
)
