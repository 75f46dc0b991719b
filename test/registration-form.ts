/** The form of a newcomer. Forms of different numbers, of up to seven digits, have no detail in common that must be unique. */
export const registrationForm = (number: number) => ({
  username: `goh_${number}`,
  email: `goh${number}@test.example`,
  fullname: 'Goh Li Wen',
  contactnumber: `9${digits(number)}`,
  nric: `S${digits(number)}F`,
  dob: '1980-02-29',
  nationality: 'Singaporean',
  address: '12 Bishan Street 22',
  gender: 'Female',
  password: 'quiet rooms 77',
  postalcode: '570012',
  unitnumber: '12-34',
})

const digits = (number: number) => String(number).padStart(7, '0')
