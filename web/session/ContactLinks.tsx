import { useHouseTexts } from './house.ts'

export function TelephoneLink() {
  const { telephone, telephoneLink } = useHouseTexts()
  return <a href={telephoneLink}>{telephone}</a>
}

export function MailLink() {
  const { email, emailLink } = useHouseTexts()
  return <a href={emailLink}>{email}</a>
}
