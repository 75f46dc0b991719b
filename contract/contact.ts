/** Contact details and opening hours, for pages and letters. Each columbarium changes them here only. */
export const contact = {
  telephone: '+65 6000 1234',
  email: 'care@columba.example',
  counterHours: 'Every day, 9 am to 5 pm',
  visitingHours: 'Every day, 7 am to 7 pm',
  festivalHours: '5 am to 9 pm from two weeks before Qing Ming to two weeks after, and on All Souls’ Day',
} as const
