import { familyApi } from '#contract/family/api.ts'
import { remembranceApi } from '#contract/family/remembrance-api.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { endLink, makeLink } from './links.ts'
import { acceptInvitation, agreeToRelative, endOwnRelative, inviteRelative, readInvitation } from './relatives.ts'
import { askRemembrance, endRemembrance, endRemembranceByLink, readRemembrance } from './remembrance.ts'
import { readSharing } from './sharing.ts'
import { showPerson } from './show-person.ts'
import { readStaffPerson } from './staff-person.ts'
import { readStatement } from './statement.ts'

export async function familyRoutes(app: App) {
  serve(app, familyApi.show, (context, { body }) => showPerson(context, body.token))
  serve(app, staffPersonApi.person, (context, { params }) => readStaffPerson(context, params.bookingID))
  serve(app, familyApi.statement, (context, { query }) => readStatement(context, query.bookingID))
  serve(app, familyApi.sharing, (context, { query }) => readSharing(context, query.bookingID))
  serve(app, familyApi.makeLink, (context, { body }) => makeLink(context, body.bookingID))
  serve(app, familyApi.endLink, (context, { body }) => endLink(context, body.bookingID))
  serve(app, familyApi.invite, (context, { body }) => inviteRelative(context, body))
  serve(app, familyApi.readInvitation, (context, { body }) => readInvitation(context, body.token))
  serve(app, familyApi.accept, (context, { body }) => acceptInvitation(context, body.token))
  serve(app, familyApi.agree, (context, { body }) => agreeToRelative(context, body))
  serve(app, remembranceApi.remembrance, (context, { query }) => readRemembrance(context, query.bookingID))
  serve(app, remembranceApi.askRemembrance, (context, { body }) => askRemembrance(context, body))
  serve(app, remembranceApi.endRemembrance, (context, { body }) => endRemembrance(context, body.bookingID))
  serve(app, remembranceApi.endRemembranceByLink, (context, { body }) => endRemembranceByLink(context, body.token))
  serve(app, familyApi.endRelative, (context, { body }) => endOwnRelative(context, body.bookingID))
}
