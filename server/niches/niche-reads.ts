import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findBlockWithLocation, findNiche, listNicheLog } from './queries.ts'

export async function getNiche({ db }: Context, nicheID: string) {
  const niche = await findNiche(db, nicheID)
  if (!niche) throw new AppError('NOT_FOUND')
  return niche
}

export async function getBlockWithLocation({ db }: Context, blockID: string) {
  const block = await findBlockWithLocation(db, blockID)
  if (!block) throw new AppError('NOT_FOUND')
  return block
}

export async function getNicheHistory(context: Context, nicheID: string) {
  await getNiche(context, nicheID)
  return listNicheLog(context.db, nicheID)
}
