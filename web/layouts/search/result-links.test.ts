import { expect, test } from 'vitest'
import { type PageAccess, pages } from '#contract/pages.ts'
import { linksByRole, type ResultLinks } from './result-links.ts'

const person = {
  userID: 'u',
  fullName: 'Tan',
  email: 'tan@post.sg',
  contactNumber: '+65 9123 4567',
  role: 'user',
} as const
const niche = {
  nicheID: 'n',
  nicheCode: 'TH-1A-03-05',
  status: 'Available',
  blockID: 'TH-1A',
  blockName: 'A',
  levelID: 'l',
  levelNumber: 1,
  buildingID: 'b',
  buildingName: 'Hall',
} as const
const payment = {
  paymentID: 'P-1',
  bookingID: 'B-1',
  beneficiaryName: 'Tan',
  customerName: 'Tan',
  paymentAmount: '1.00',
  paymentMethod: 'Cash',
  paymentStatus: 'Paid',
} as const

const pathsOf = ({ to, more = [] }: ResultLinks) => [...(to ? [to] : []), ...more.map((link) => link.to)]

function accessOf(path: string): PageAccess | undefined {
  const { pathname } = new URL(path, 'https://columba.test')
  return Object.values(pages).find((page) => RegExp(`^${page.path.replace(/:\w+/, '[^/]+')}$`).test(pathname))?.access
}

test.each(['staff', 'admin'] as const)(
  'every link of a result for %s leads to a page that the role may open',
  (role) => {
    const links = linksByRole[role]
    const results = [
      links.person(person),
      links.booking({ bookingID: 'B-1' }),
      links.niche(niche),
      links.payment(payment),
    ]
    for (const result of results) {
      expect(pathsOf(result).length).toBeGreaterThan(0)
      for (const path of pathsOf(result)) expect(accessOf(path), path).toContain(role)
    }
  },
)

test('staff get a receipt only of a payment that is settled, and no search by a foreign number', () => {
  const { staff } = linksByRole
  expect(staff.payment(payment).more).toEqual([{ words: 'Receipt', to: '/receipt?bookingID=B-1' }])
  expect(staff.payment({ ...payment, paymentStatus: 'Refunded' }).more).toEqual([])
  expect(staff.person(person).to).toBe('/search-booking?query=91234567')
  expect(staff.person({ ...person, contactNumber: '+60 12 345 6789' }).to).toBeUndefined()
})
