import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { listNamesakes } from './namesakes.ts'

const testApp = prepareTestApp()

test('everyone with nearly the same name is listed with place and dates, also those of an old register', async () => {
  const { context } = testApp
  const { bookingID } = await makeRestingPerson(context, { name: 'Lim Ah Moy', dateOfDeath: '2019-03-14' })
  const other = await makeRestingPerson(context, {
    name: 'AHMOY LIM',
    dateOfBirth: null,
    bornIn: '1931',
    diedIn: '2019',
  })
  const planned = await makeRestingPerson(context, { name: 'Lim Ah-Moy', state: { type: 'PreOrder' } })
  await makeRestingPerson(context, { name: 'Lim Ah Mo', dateOfDeath: '2019-03-14' })
  await makeRestingPerson(context, { name: 'Mia Ho Mly', dateOfDeath: '2019-03-14' })
  await makeRestingPerson(context, { name: 'Lim Ah Moy', state: { type: 'Archived' } })

  const found = await listNamesakes(context.db, { bookingID, beneficiaryName: 'Lim Ah Moy' })
  expect(found.map((each) => each.bookingID).sort()).toEqual([other.bookingID, planned.bookingID].sort())
  expect(found.find((each) => each.bookingID === other.bookingID)).toEqual({
    bookingID: other.bookingID,
    beneficiary: expect.objectContaining({ beneficiaryName: 'AHMOY LIM', bornIn: '1931', diedIn: '2019' }),
    nicheCode: expect.stringMatching(/-03-05$/),
    nicheRow: 5,
    nicheColumn: 3,
    half: '',
    blockName: 'A',
    levelNumber: 1,
    buildingName: expect.stringMatching(/^Hall /),
  })
})

test('the approval page lists a beneficiary whose name is only written differently', async () => {
  const clerk = await testApp.signIn('staff')
  const { bookingID } = await makeRestingPerson(testApp.context, { name: 'Goh Siew Hwa' })
  const other = await makeRestingPerson(testApp.context, { name: 'Siew-Hwa Goh', dateOfBirth: '1940-02-29' })
  const { body } = await clerk.call(bookingApi.approval, { params: { bookingID } })
  expect(body.namesakes).toEqual([
    {
      bookingID: other.bookingID,
      beneficiaryName: 'Siew-Hwa Goh',
      nicheCode: expect.any(String),
      dateOfBirth: '1940-02-29',
    },
  ])
})

test('people without a name are not namesakes of each other', async () => {
  const { bookingID } = await makeRestingPerson(testApp.context, { name: '' })
  await makeRestingPerson(testApp.context, { name: '' })
  expect(await listNamesakes(testApp.context.db, { bookingID, beneficiaryName: '' })).toEqual([])
})

test('a beneficiary whose name is written in simplified characters is a namesake of the same one in traditional characters', async () => {
  const { context } = testApp
  const { bookingID } = await makeRestingPerson(context, { name: 'Chia Soon Huat 謝順發' })
  const other = await makeRestingPerson(context, { name: '谢顺发' })
  await makeRestingPerson(context, { name: '谢顺法' })
  const found = await listNamesakes(context.db, { bookingID, beneficiaryName: 'Chia Soon Huat 謝順發' })
  expect(found.map((each) => each.bookingID)).toEqual([other.bookingID])
})
