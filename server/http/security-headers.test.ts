import { expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { securityHeaders } from './security-headers.ts'

const demo = loadConfig({})
const policyOf = (config: typeof demo) => securityHeaders(config)['content-security-policy'] ?? ''

test('the policy of the demo allows no inline code and no other hosts', () => {
  const policy = policyOf(demo)
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toContain('https:')
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("frame-src 'self' blob:")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('the policy allows the hosts of configured providers only', () => {
  const stripe = { secretKey: 'sk_x', publishableKey: 'pk_x', webhookSecret: 'whsec_x' }
  expect(policyOf({ ...demo, stripe })).toContain('https://js.stripe.com')
  expect(policyOf({ ...demo, stripe })).not.toContain('google')
  expect(policyOf({ ...demo, recaptcha: { siteKey: 'x', secret: 'y' } })).toContain('https://www.google.com/recaptcha/')
})

test('browsers are told to guess no type, to show no page in a frame, and to send no path as a referrer', () => {
  expect(securityHeaders(demo)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('Strict-Transport-Security is sent for an https public URL only', () => {
  expect(securityHeaders(demo)).not.toHaveProperty('strict-transport-security')
  expect(securityHeaders({ ...demo, publicUrl: 'https://columba.example' })).toHaveProperty('strict-transport-security')
})
