import { accountApi } from './accounts/api.ts'
import { botCheckApi } from './accounts/bot-check-api.ts'
import { auditApi } from './audit/api.ts'
import { bookingApi } from './bookings/api.ts'
import { configApi, operationsApi } from './config/api.ts'
import { dashboardApi } from './dashboard/api.ts'
import type { Endpoint } from './endpoint.ts'
import { mailApi } from './mail/api.ts'
import { nicheApi } from './niches/api.ts'
import { paymentApi } from './payments/api.ts'

/** Every call by its domain and its name there: `bookings.approve`. Generated clients call their functions by these names. */
const domains: Record<string, Record<string, Endpoint>> = {
  accounts: accountApi,
  botCheck: botCheckApi,
  niches: nicheApi,
  bookings: bookingApi,
  payments: paymentApi,
  mail: mailApi,
  dashboard: dashboardApi,
  audit: auditApi,
  config: configApi,
  operations: operationsApi,
}

const names = new Map(
  Object.entries(domains).flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => [endpoint, `${domain}.${name}`] as const),
  ),
)

/** Undefined for a call that is in none of the domains, which only tests have. */
export const endpointName = (endpoint: Endpoint): string | undefined => names.get(endpoint)
