export const adminEmail = 'head@columba.example'
const adminDetails = {
  fullname: 'Wong Mei Fong',
  username: 'head',
  email: adminEmail,
  contactnumber: '91112223',
  nric: 'S7011223D',
  dob: '1970-05-01',
  nationality: 'Singaporean',
  gender: 'Female',
  address: '1 Hill Street',
  unitnumber: '01-01',
  postalcode: '179369',
}

/** All that `admin:create` asks for. */
export const adminOptions = Object.entries(adminDetails).flatMap(([name, value]) => [`--${name}`, value])
