import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before a production server (`node --import`): sends its calls to Stripe to the fake, because a production
 * server has no setting for another address.
 */
const fake = new URL(process.env.STRIPE_FAKE ?? '')
const request = https.request

https.request = (options, ...rest) =>
  options.host === 'api.stripe.com'
    ? http.request({ ...options, agent: undefined, protocol: 'http:', host: fake.hostname, port: fake.port }, ...rest)
    : request(options, ...rest)
syncBuiltinESMExports()
