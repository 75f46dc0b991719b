import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { contextOf } from '#server/context.ts'
import { listen } from '#server/listen.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { openServices } from '#server/services.ts'
import { startRecaptcha } from '#test/fakes/recaptcha.ts'
import { startStripe } from '#test/fakes/stripe.ts'

/** A demo house that takes cards through Stripe and looks for robots through Google, or through their stand-ins. */
export async function startHouseWithProviders() {
  const [stripe, google] = await Promise.all([startStripe(), startRecaptcha()])
  const dataDir = await mkdtemp(join(tmpdir(), 'columba-providers-'))
  const plain = loadConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const services = await openServices({ ...plain, stripe: stripe.settings, recaptcha: google.settings })
  await seedDemo(contextOf(services))
  const app = await buildApp(services)
  await listen(app, services.config)
  const stop = async () => {
    await app.close()
    await services.database.close()
    await Promise.all([stripe.close(), google.close()])
    await rm(dataDir, { recursive: true })
  }
  return { url: services.config.publicUrl, stripe, stop }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
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
export async function standInForScripts(page: Page, press: (clientSecret: string) => object) {
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
