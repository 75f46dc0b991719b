import { and, eq, gt, inArray, isNull, notExists } from 'drizzle-orm'
import { alias, pgView } from 'drizzle-orm/pg-core'
import { intoNicheEvents, toStaffEvents } from '#contract/urns/moves.ts'
import { charges } from './charges.ts'
import { blocks, buildings, levels, niches } from './niches.ts'
import { payments } from './payments.ts'
import { urnMoves } from './urns.ts'

const blockColumns = {
  blockID: blocks.blockID,
  blockName: blocks.blockName,
  view: blocks.view,
  levelID: levels.levelID,
  levelNumber: levels.levelNumber,
  buildingID: buildings.buildingID,
  buildingName: buildings.buildingName,
  buildingPosition: buildings.position,
  directions: buildings.directions,
}

/**
 * Where a block is. The database has the older names `block_places` and `niche_places`: the previous release reads them during an
 * upgrade, so renaming would take two releases and change no query.
 */
export const blockLocations = pgView('block_places').as((db) =>
  db
    .select({ ...blockColumns, opensAt: blocks.opensAt, isDraft: blocks.isDraft, rowHeights: blocks.rowHeights })
    .from(blocks)
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID)),
)

/** Where a niche is. Counts as four tables, so join it among the first eight: PostgreSQL orders no more freely. */
export const nicheLocations = pgView('niche_places').as((db) =>
  db
    .select({
      nicheID: niches.nicheID,
      nicheCode: niches.nicheCode,
      nicheRow: niches.nicheRow,
      nicheColumn: niches.nicheColumn,
      status: niches.status,
      priceCents: niches.priceCents,
      ...blockColumns,
      half: niches.half,
    })
    .from(niches)
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID)),
)

/** The code of a niche and its location, by which people find it. */
export const locationColumns = {
  nicheCode: nicheLocations.nicheCode,
  nicheRow: nicheLocations.nicheRow,
  nicheColumn: nicheLocations.nicheColumn,
  half: nicheLocations.half,
  blockName: nicheLocations.blockName,
  levelNumber: nicheLocations.levelNumber,
  buildingName: nicheLocations.buildingName,
}

const later = alias(urnMoves, 'later')

/** Where each urn is now: its last move. */
export const urnNow = pgView('urn_now').as((db) =>
  db
    .select()
    .from(urnMoves)
    .where(
      notExists(
        db
          .select({ tag: later.tag })
          .from(later)
          .where(and(eq(later.tag, urnMoves.tag), gt(later.position, urnMoves.position))),
      ),
    ),
)

/** Whether the ledger has the urn in a niche, as in `isInNiche`. */
export const isUrnInNiche = inArray(urnNow.event, intoNicheEvents).inlineParams()
/** Whether the house has the urn outside a niche, as in `isWithStaff`. */
export const isUrnWithStaff = inArray(urnNow.event, toStaffEvents).inlineParams()

const dueColumns = {
  chargeID: charges.chargeID,
  bookingID: charges.bookingID,
  text: charges.text,
  cents: charges.cents,
  addedAt: charges.addedAt,
  paymentID: charges.paymentID,
}

/** Charges that are not paid, waived or refunded: those without a payment, and those whose payment is open. Each part has its index. */
export const dueCharges = pgView('due_charges').as((db) =>
  db
    .select(dueColumns)
    .from(charges)
    .where(and(isNull(charges.paymentID), isNull(charges.waivedAt)))
    .unionAll(
      db
        .select(dueColumns)
        .from(charges)
        .innerJoin(payments, eq(payments.paymentID, charges.paymentID))
        .where(eq(payments.paymentStatus, 'Pending').inlineParams()),
    ),
)
