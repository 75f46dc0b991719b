import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { paymentStatuses } from '#contract/payments/payment.ts'
import { PaymentBadge } from './PaymentBadge.tsx'

const drawn = paymentStatuses.map((status) => ({
  status,
  html: renderToStaticMarkup(<PaymentBadge status={status} />),
}))

test.each(drawn)(
  'a payment badge shows the status $status and carries it in lower case in its class',
  ({ status, html }) => {
    expect(html.replace(/<[^>]+>/g, '')).toBe(status)
    expect(html).toMatch(new RegExp(`class="[^"]*\\bpayment-status-${status.toLowerCase()}"`))
  },
)

test('each payment status has a shape of its own, for readers who cannot see colours', () => {
  const shapes = drawn.map(({ html }) => html.match(/<svg.*<\/svg>/)?.[0].replace(/class="[^"]*"/, ''))
  expect(new Set(shapes).size).toBe(paymentStatuses.length)
})

test('a payment badge with a custom label keeps the class of its status', () => {
  const html = renderToStaticMarkup(<PaymentBadge status="Pending" label="Unpaid" />)
  expect(html).toContain('payment-status-pending')
  expect(html.replace(/<[^>]+>/g, '')).toBe('Unpaid')
})
