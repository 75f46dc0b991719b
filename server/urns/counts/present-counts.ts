import { buildingLevelBlock } from '#contract/niches/niche.ts'
import type { CountableBlock, CountedNiche, UrnCount, UrnCountDetail } from '#contract/urns/count-api.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { finishedAt, isCounting } from './count-block.ts'
import { presentDifference } from './differences.ts'
import {
  type CountRow,
  type CountWithPeople,
  findCount,
  listBlocks,
  listContents,
  listCounts,
  listMarks,
  selectDifferencesOf,
} from './queries.ts'

export const listCountableBlocks = async ({ db }: SignedInContext): Promise<CountableBlock[]> =>
  (await listBlocks(db)).map(({ blockID, countedAt, ...place }) => ({
    blockID,
    place: buildingLevelBlock(place),
    countedAt: countedAt?.toISOString() ?? null,
  }))

export const listUrnCounts = async ({ db, actor }: SignedInContext): Promise<UrnCount[]> =>
  (await listCounts(db)).map((row) => presentCount(row, actor.userID))

export async function getUrnCount(context: SignedInContext, countID: string): Promise<UrnCountDetail> {
  const { db, actor } = context
  const found = await findCount(db, countID)
  if (!found) throw new AppError('NOT_FOUND')
  const { count } = found
  const isMarking = count.state === 'open' && isCounting(count, actor.userID) && !finishedAt(count, actor.userID)
  const differences = await selectDifferencesOf(db, countID)
  return {
    ...presentCount(found, actor.userID),
    niches: isMarking ? await listCountedNiches(context, count) : [],
    found: differences.map(presentDifference),
  }
}

async function listCountedNiches({ db, actor }: SignedInContext, count: CountRow): Promise<CountedNiche[]> {
  const marks = await listMarks(db, count.countID, actor.userID)
  const markOf = new Map(marks.map((mark) => [mark.nicheID, mark]))
  const contents = await listContents(db, count.blockID)
  return contents.map(({ beneficiaryName, ...niche }) => ({
    ...niche,
    beneficiaryName: beneficiaryName ?? '',
    mark: markOf.get(niche.nicheID) ?? null,
  }))
}

function presentCount({ count, firstBy, secondBy, differences, ...place }: CountWithPeople, userID: string): UrnCount {
  const person = (name: string, id: string) => ({
    name,
    isMe: id === userID,
    finishedAt: finishedAt(count, id)?.toISOString() ?? null,
  })
  return {
    countID: count.countID,
    blockID: count.blockID,
    place: buildingLevelBlock(place),
    state: count.state,
    startedAt: count.startedAt.toISOString(),
    endedAt: count.endedAt?.toISOString() ?? null,
    people: [
      person(firstBy, count.firstByID),
      ...(count.secondByID && secondBy !== null ? [person(secondBy, count.secondByID)] : []),
    ],
    differences,
  }
}
