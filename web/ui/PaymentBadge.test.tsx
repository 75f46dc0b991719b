import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { paymentStatuses } from '#contract/payments/payment.ts'
import { PaymentBadge } from './PaymentBadge.tsx'

const drawn = paymentStatuses.map((status) => ({
  status,
  html: renderToStaticMarkup(<PaymentBadge status={status} />),
}))

test.each(drawn)(
  'a payment that is $status is shown as such, with the status in lower case as suffix of a class',
  ({ status, html }) => {
    expect(html.replace(/<[^>]+>/g, '')).toBe(status)
    expect(html).toMatch(new RegExp(`class="[^"]*\\bpayment-status-${status.toLowerCase()}"`))
  },
)

test('payment statuses, seen without their colours and words, differ in shape', () => {
  const shapes = drawn.map(({ html }) => html.match(/<svg.*<\/svg>/)?.[0].replace(/class="[^"]*"/, ''))
  expect(new Set(shapes).size).toBe(paymentStatuses.length)
})

test('a payment badge with a label of its own keeps the class of its status', () => {
  const html = renderToStaticMarkup(<PaymentBadge status="Pending" label="Unpaid" />)
  expect(html).toContain('payment-status-pending')
  expect(html.replace(/<[^>]+>/g, '')).toBe('Unpaid')
})
