import { createHash } from 'node:crypto'
import type { LogoType } from '#contract/house/logo.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import type { ReceivedFile } from '#server/ports/form-reader.ts'
import { notifyHouseChanged } from './house-pages.ts'
import { readOpenHouse } from './public.ts'
import { deleteLogo, upsertLogo } from './queries.ts'

export const saveLogo = (context: SignedInContext, { bytes, mime }: ReceivedFile) =>
  changeLogo(context, async ({ db }) => {
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    await upsertLogo(db, { mime: mime as LogoType, content: bytes.toString('base64'), version })
    return `${mime}, ${bytes.length} bytes, ${version}`
  })

/** Removing it twice is no error. */
export const removeLogo = (context: SignedInContext) =>
  changeLogo(context, async ({ db }) => ((await deleteLogo(db)) ? 'removed' : undefined))

const changeLogo = (context: SignedInContext, change: (context: SignedInContext) => Promise<string | undefined>) =>
  inTransaction(context, async (context) => {
    const logo = await change(context)
    if (logo) await record(context, 'house.changed', 'house', { logo })
    context.afterCommit(() => notifyHouseChanged(context))
    return readOpenHouse(context)
  })
