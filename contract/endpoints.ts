import { accountApi, botCheckApi } from './accounts/api.ts'
import { invitationApi } from './accounts/invitation-api.ts'
import { passkeyApi } from './accounts/passkey-api.ts'
import { sessionApi } from './accounts/session-api.ts'
import { appointmentApi } from './appointments/api.ts'
import { auditApi } from './audit/api.ts'
import { billApi } from './bills/api.ts'
import { bookingApi } from './bookings/api.ts'
import { correctionApi } from './bookings/correction-api.ts'
import { cashUpApi } from './cash-up/api.ts'
import { chargeApi } from './charges/api.ts'
import { configApi, operationsApi } from './config/api.ts'
import { dashboardApi } from './dashboard/api.ts'
import type { Endpoint } from './endpoint.ts'
import { familyApi } from './family/api.ts'
import { remembranceApi } from './family/remembrance-api.ts'
import { staffPersonApi } from './family/staff-person-api.ts'
import { findApi } from './find/api.ts'
import { hallApi } from './halls/api.ts'
import { photoApi } from './halls/photo-api.ts'
import { houseApi } from './house/api.ts'
import { rightRulesApi } from './house/right-rules-api.ts'
import { mailApi } from './mail/api.ts'
import { nicheApi } from './niches/api.ts'
import { exploreApi } from './niches/explore-api.ts'
import { paymentApi } from './payments/api.ts'
import { priceApi } from './prices/api.ts'
import { privacyApi } from './privacy/api.ts'
import { registerApi } from './registers/api.ts'
import { draftApi } from './registers/draft-api.ts'
import { rightApi } from './rights/api.ts'
import { claimApi } from './rights/claim-api.ts'
import { searchApi } from './search/api.ts'
import { secondPersonApi } from './second-person/api.ts'
import { urnApi } from './urns/api.ts'
import { stockTakeApi } from './urns/stock-take-api.ts'

/** Names each endpoint by domain, such as `bookings.approve`. Generated clients use these names, so do not rename them. */
const domains: Record<string, Record<string, Endpoint>> = {
  accounts: accountApi,
  botCheck: botCheckApi,
  sessions: sessionApi,
  passkeys: passkeyApi,
  invitations: invitationApi,
  secondPersons: secondPersonApi,
  niches: nicheApi,
  explore: exploreApi,
  halls: hallApi,
  photos: photoApi,
  rights: { ...rightApi, ...claimApi },
  bookings: { ...bookingApi, ...correctionApi },
  urns: urnApi,
  urnCounts: stockTakeApi,
  appointments: appointmentApi,
  payments: paymentApi,
  prices: priceApi,
  charges: chargeApi,
  bills: billApi,
  cashUp: cashUpApi,
  house: { ...houseApi, ...rightRulesApi },
  mail: mailApi,
  dashboard: dashboardApi,
  search: searchApi,
  privacy: privacyApi,
  registers: registerApi,
  registerDrafts: draftApi,
  find: findApi,
  family: { ...familyApi, ...staffPersonApi, ...remembranceApi },
  audit: auditApi,
  config: configApi,
  operations: operationsApi,
}

const names = new Map(
  Object.entries(domains).flatMap(([domain, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => [endpoint, `${domain}.${name}`] as const),
  ),
)

export const allEndpoints = [...names.keys()]

/** Undefined for endpoints of no domain; only tests have those. */
export const endpointName = (endpoint: Endpoint): string | undefined => names.get(endpoint)
