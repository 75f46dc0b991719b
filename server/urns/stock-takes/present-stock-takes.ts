import { buildingLevelBlock } from '#contract/niches/niche.ts'
import type { LabelledUrn } from '#contract/urns/api.ts'
import { spotOf } from '#contract/urns/stock-take.ts'
import type { StockTakeNiche } from '#contract/urns/stock-take-api.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { presentDifferences } from './differences.ts'
import {
  findStockTake,
  listBlocksWithUrns,
  listContents,
  listMarks,
  listStockTakeRows,
  type StockTakeRow,
  type StockTakeWithPeople,
  selectDifferencesOf,
} from './queries.ts'
import { finishedAt, takesPart } from './take-stock.ts'

export const listStockTakeBlocks = async ({ db }: SignedInContext) =>
  (await listBlocksWithUrns(db)).map(({ blockID, countedAt, urns, seen, ...location }) => ({
    blockID,
    urns,
    seen,
    place: buildingLevelBlock(location),
    buildingName: location.buildingName,
    countedAt,
  }))

const stockTakesPerPage = 100

export async function listStockTakes({ db, actor }: SignedInContext, cursor: string | undefined) {
  const rows = await listStockTakeRows(db, cursor, stockTakesPerPage + 1)
  const listed = rows.map((row) => presentStockTake(row, actor.userID))
  return pageOf(listed, stockTakesPerPage, ({ countID }) => countID)
}

export async function getStockTake(context: SignedInContext, countID: string) {
  const { db, actor } = context
  const found = await findStockTake(db, countID)
  if (!found) throw new AppError('NOT_FOUND')
  const { stockTake } = found
  const isMarking =
    stockTake.state === 'open' && takesPart(stockTake, actor.userID) && !finishedAt(stockTake, actor.userID)
  const differences = await selectDifferencesOf(db, countID)
  return {
    ...presentStockTake(found, actor.userID),
    view: found.view,
    niches: isMarking ? await listNichesToMark(context, stockTake) : [],
    found: await presentDifferences(context, differences),
  }
}

/** The urns in the order of the wall. */
export async function listUrnsInBlock({ db }: SignedInContext, blockID: string): Promise<LabelledUrn[]> {
  const contents = await listContents(db, blockID)
  return contents.flatMap(({ tag, beneficiaryName, nicheCode }) =>
    tag ? [{ tag, beneficiaryName: beneficiaryName ?? '', nicheCode }] : [],
  )
}

async function listNichesToMark({ db, actor }: SignedInContext, stockTake: StockTakeRow): Promise<StockTakeNiche[]> {
  const marks = await listMarks(db, stockTake.countID, actor.userID)
  const markOf = new Map(marks.map((mark) => [spotOf(mark), mark]))
  const contents = await listContents(db, stockTake.blockID)
  return contents.map(({ beneficiaryName, ...niche }) => ({
    ...niche,
    beneficiaryName: beneficiaryName ?? '',
    mark: markOf.get(spotOf(niche)) ?? null,
  }))
}

function presentStockTake(
  { stockTake, firstBy, secondBy, differences, ...location }: StockTakeWithPeople,
  userID: string,
) {
  const person = (name: string, id: string) => ({
    name,
    isMe: id === userID,
    finishedAt: finishedAt(stockTake, id),
  })
  return {
    countID: stockTake.countID,
    blockID: stockTake.blockID,
    place: buildingLevelBlock(location),
    state: stockTake.state,
    startedAt: stockTake.startedAt,
    endedAt: stockTake.endedAt,
    people: [
      person(firstBy, stockTake.firstByID),
      ...(stockTake.secondByID && secondBy !== null ? [person(secondBy, stockTake.secondByID)] : []),
    ],
    differences,
  }
}
