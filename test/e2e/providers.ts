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
  return { ...server, stripe, stop }
}

const script = (body: string) => ({ contentType: 'text/javascript', body })

/** A fake of Google's script: it is ready at once and returns a token for the action. */
const recaptchaScript = `window.grecaptcha = {
  ready: (then) => then(),
  execute: async (key, { action }) =>
    JSON.stringify({ score: 0.9, action, hostname: location.hostname, nonce: Math.random() }),
}`

/**
 * A fake of Stripe's script: it shows a Payment Element, and the test decides the result of a payment. Like the original it resolves with
 * `error` or `paymentIntent`, or sends the browser to a bank and never resolves.
 */
const stripeScript = `window.Stripe = (key) => {
  const element = {
    mount: (place) => place.append('Payment Element of Stripe'),
    on: () => element, once: () => element, off: () => element, update: () => {}, unmount: () => {}, destroy: () => {},
  }
  const create = (type) => {
    if (type !== 'payment') throw new Error('This fake has only the Payment Element.')
    return element
  }
  const elements = ({ clientSecret }) => ({ clientSecret, create, getElement: () => element, update: () => {} })
  const confirmPayment = async ({ elements, redirect, confirmParams }) => {
    const { return_url } = confirmParams
    if (redirect !== 'if_required') throw new Error('This fake redirects only if required.')
    const result = await window.pressedAtStripe(elements.clientSecret)
    if (result !== 'redirect') return result
    const bank = new URL('https://bank.example/authorise')
    bank.searchParams.set('return_url', new URL(return_url).href)
    bank.searchParams.set('client_secret', elements.clientSecret)
    location.assign(bank)
    return new Promise(() => {})
  }
  const other = { createToken: () => {}, createPaymentMethod: () => {}, confirmCardPayment: () => {} }
  return { ...other, elements, confirmPayment }
}`

/** The site of a bank. Its links lead back as Stripe does: with the intent, its secret and what became of the redirect. */
function bankPage(address: URL) {
  const link = (label: string, status: string) => {
    const secret = address.searchParams.get('client_secret') ?? ''
    const back = new URL(address.searchParams.get('return_url') ?? '')
    back.searchParams.set('payment_intent', secret.replace(/_secret.*/, ''))
    back.searchParams.set('payment_intent_client_secret', secret)
    back.searchParams.set('redirect_status', status)
    return `<a href="${back.href.replaceAll('&', '&amp;')}">${label}</a>`
  }
  return `<h1>Your bank</h1>${link('Approve', 'succeeded')} ${link('Refuse', 'failed')}`
}

type StripeResult = { error: object } | { paymentIntent: { status: string } } | 'redirect'

/** Serves the fake scripts; `press` decides the result of a payment. Returns which scripts were requested and from which page. */
export async function fakeProviderScripts(page: Page, press: (clientSecret: string) => StripeResult) {
  const requests: string[] = []
  const record = (host: string) => requests.push(`${host} from ${new URL(page.url()).pathname}`)
  await page.exposeFunction('pressedAtStripe', press)
  await page.route('https://www.google.com/recaptcha/**', (route) => {
    record('google')
    return route.fulfill(script(recaptchaScript))
  })
  await page.route('https://bank.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: bankPage(new URL(route.request().url())) }),
  )
  await page.route('https://js.stripe.com/**', (route) => {
    record('stripe')
    return route.fulfill(script(stripeScript))
  })
  return requests
}
