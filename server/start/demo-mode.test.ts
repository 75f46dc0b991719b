import { expect, test } from 'vitest'
import { prepareTestApp } from '#test/test-app.ts'

const production = {
  BOT_CHECK: 'on',
  COLUMBA_MODE: 'production',
  DATABASE_URL: 'postgres://nobody@localhost/columba',
  PUBLIC_URL: 'https://columba.example',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'care@columba.example',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

const demo = prepareTestApp({ environment: { BOT_CHECK: 'on' } })
const real = prepareTestApp({ environment: production })

test('endpoints for the demo only answer 404 in production', async () => {
  const demoOnly = demo.app.endpoints.filter((endpoint) => endpoint.demoOnly)
  expect(demoOnly.map(({ path }) => path)).toContain('/api/demo/mail')
  for (const { method, path } of demoOnly) {
    const answer = await real.app.inject({ method, url: path })
    expect([path, answer.statusCode]).toEqual([path, 404])
  }
})

test('without a token, /metrics is public in the demo and 404 in production', async () => {
  expect((await demo.app.inject('/metrics')).statusCode).toBe(200)
  expect((await real.app.inject('/metrics')).statusCode).toBe(404)
})

test('/api/config reports the mode and the providers of the installation', async () => {
  expect((await demo.app.inject('/api/config')).json()).toEqual({
    mode: 'demo',
    botCheck: { provider: 'altcha' },
    payment: { provider: 'sandbox' },
    holdMinutes: 30,
  })
  expect((await real.app.inject('/api/config')).json()).toMatchObject({
    mode: 'production',
    payment: { provider: 'stripe' },
  })
})
