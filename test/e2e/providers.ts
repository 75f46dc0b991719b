import type { Page } from '@playwright/test'
import { startRecaptcha } from '#test/fakes/recaptcha.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { startOwnServer } from './own-server.ts'

/** A demo server that uses Stripe and reCAPTCHA, with local fakes in their place. */
export async function startServerWithFakeProviders() {
  const [stripe, google] = await Promise.all([startStripe(), startRecaptcha()])
  const server = await startOwnServer({ stripe: stripe.settings, recaptcha: google.settings })
  const stop = async () => {
    await server.stop()
    await Promise.all([stripe.close(), google.close()])
  }
  return { url: server.url, stripe, stop }
}

const script = (body: string) => ({ contentType: 'text/javascript', body })

/** A fake of Google's script: it is ready at once and returns a token for the action. */
const recaptchaScript = `window.grecaptcha = {
  ready: (then) => then(),
  execute: async (key, { action }) =>
    JSON.stringify({ score: 0.9, action, hostname: location.hostname, nonce: Math.random() }),
}`

/** A fake of Stripe's script: it shows card fields, and the test decides the result of a payment. */
const stripeScript = `window.Stripe = (key) => {
  const element = {
    mount: (place) => place.append('Card fields of Stripe'),
    on: () => element, once: () => element, off: () => element, update: () => {}, unmount: () => {}, destroy: () => {},
  }
  const elements = ({ clientSecret }) => ({ clientSecret, create: () => element, getElement: () => element, update: () => {} })
  const other = { createToken: () => {}, createPaymentMethod: () => {}, confirmCardPayment: () => {} }
  return { ...other, elements, confirmPayment: ({ elements }) => window.pressedAtStripe(elements.clientSecret) }
}`

/** Serves the fake scripts; `press` decides the result of a payment. Returns which scripts were requested and from which page. */
export async function fakeProviderScripts(page: Page, press: (clientSecret: string) => object) {
  const requests: string[] = []
  const record = (host: string) => requests.push(`${host} from ${new URL(page.url()).pathname}`)
  await page.exposeFunction('pressedAtStripe', press)
  await page.route('https://www.google.com/recaptcha/**', (route) => {
    record('google')
    return route.fulfill(script(recaptchaScript))
  })
  await page.route('https://js.stripe.com/**', (route) => {
    record('stripe')
    return route.fulfill(script(stripeScript))
  })
  return requests
}
