/** Who issues receipts. Each columbarium changes these here only; `taxNote` must say what is true for it. */
export const issuer = {
  name: 'Columba',
  address: '1 Sample Road, Singapore 000001',
  registrationNumber: 'T00SS0000A',
  taxNote: 'No GST is charged.',
} as const

export const issuerLine = `Issued by ${issuer.name}, ${issuer.address}. Registration number ${issuer.registrationNumber}.`
