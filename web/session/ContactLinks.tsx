import { contact } from '#contract/contact.ts'

export const TelephoneLink = () => <a href={`tel:${contact.telephone.replaceAll(' ', '')}`}>{contact.telephone}</a>

export const MailLink = () => <a href={`mailto:${contact.email}`}>{contact.email}</a>
