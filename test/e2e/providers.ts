import type { Page } from '@playwright/test'
import { startRecaptcha } from '#test/fakes/recaptcha.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { startOwnServer } from './own-server.ts'

/** A demo server that takes cards through Stripe and looks for robots through Google, or through their stand-ins. */
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

/** What Google's script does in the page: it is ready, and it answers a token for the action. */
const recaptchaScript = `window.grecaptcha = {
  ready: (then) => then(),
  execute: async (key, { action }) =>
    JSON.stringify({ score: 0.9, action, hostname: location.hostname, nonce: Math.random() }),
}`

/** What Stripe's script does in the page: fields in the place it is given, and an answer to a press, which the test decides. */
const stripeScript = `window.Stripe = (key) => {
  const element = {
    mount: (place) => place.append('Card fields of Stripe'),
    on: () => element, once: () => element, off: () => element, update: () => {}, unmount: () => {}, destroy: () => {},
  }
  const elements = ({ clientSecret }) => ({ clientSecret, create: () => element, getElement: () => element, update: () => {} })
  const other = { createToken: () => {}, createPaymentMethod: () => {}, confirmCardPayment: () => {} }
  return { ...other, elements, confirmPayment: ({ elements }) => window.pressedAtStripe(elements.clientSecret) }
}`

/** Serves the two scripts in the providers' places; `press` says what becomes of the card. Answers which hosts were asked, and from where. */
export async function fakeProviderScripts(page: Page, press: (clientSecret: string) => object) {
  const asked: string[] = []
  const note = (host: string) => asked.push(`${host} from ${new URL(page.url()).pathname}`)
  await page.exposeFunction('pressedAtStripe', press)
  await page.route('https://www.google.com/recaptcha/**', (route) => {
    note('google')
    return route.fulfill(script(recaptchaScript))
  })
  await page.route('https://js.stripe.com/**', (route) => {
    note('stripe')
    return route.fulfill(script(stripeScript))
  })
  return asked
}
