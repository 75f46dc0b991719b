/** The demo's own details. Its hold minutes are those of the setting. */
export const demoHouse = {
  name: 'Columba',
  shortName: '',
  address: '1 Sample Road, Singapore 000001',
  telephone: '+65 6000 1234',
  email: 'care@columba.example',
  registrationNumber: 'T00SS0000A',
  taxNote: 'No GST is charged.',
  visitingHours: 'Every day, 7 am to 7 pm',
  counterHours: 'Every day, 9 am to 5 pm',
  festivalHours: '5 am to 9 pm from two weeks before Qing Ming to two weeks after, and on All Souls’ Day',
  hourExceptions: '',
  asksRelationshipProof: false,
  denialReasons: [
    'The name on the death certificate is not the name in the booking. Please book again with the name as it is on the certificate.',
    'The death certificate is of another person. Please book again with the right certificate.',
    'Another member of the family has asked us to wait until you have agreed on a place. Please call us once you have.',
  ].join('\n'),
}
