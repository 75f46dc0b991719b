import { expect, test } from 'vitest'
import { resolver } from './registration-form.ts'

const typed = {
  username: ' goh_1 ',
  email: ' goh@test.example',
  fullname: ' Goh Li Wen ',
  contactnumber: '91234567 ',
  nric: ' S1234567F',
  dob: '1980-02-29',
  nationality: 'Singaporean',
  address: '12 Bishan Street 22 ',
  gender: 'Female',
  password: ' quiet rooms 77 ',
  postalcode: '570012 ',
  unitnumber: ' 12-34',
}

test('a registration is sent without the spaces around its values, but with the password as typed', async () => {
  const { values } = await resolver(typed, undefined, { fields: {}, shouldUseNativeValidation: false })
  const trimmed = Object.entries(typed).map(([name, text]) => [name, name === 'password' ? text : text.trim()])
  expect(values).toMatchObject(Object.fromEntries(trimmed))
})
