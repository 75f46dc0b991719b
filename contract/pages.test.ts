import { expect, test } from 'vitest'
import { pathTo } from './pages.ts'

test('pathTo fills in the parameters of the path and adds other values as the query string', () => {
  expect(pathTo('login')).toBe('/login')
  expect(pathTo('bookingApproval', { bookingID: 'B-1/2' })).toBe('/booking-approval/B-1%2F2')
  expect(pathTo('resetPassword', { token: 'a b' })).toBe('/reset-password?token=a%20b')
})
