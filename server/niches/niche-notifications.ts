import type { Niche } from '#contract/niches/niche.ts'
import type { Context } from '#server/core/context.ts'

export const nichesChannel = 'niches'

/** Sends only the IDs; a replica that shows the block reads the niche's present status. */
export const notifyNicheChanged = ({ notify }: Context, { nicheID, blockID }: Pick<Niche, 'nicheID' | 'blockID'>) =>
  notify(nichesChannel, `${nicheID} ${blockID}`)

export function parseNotification(payload: string) {
  const [nicheID = '', ...rest] = payload.split(' ')
  return { nicheID, blockID: rest.join(' ') }
}

export const blocksChannel = 'blocks'

/** `niches` sends open maps all niches of the block again, `opening` only its opening time. */
export const notifyBlockChanged = ({ notify }: Context, blockID: string, what: 'niches' | 'opening') =>
  notify(blocksChannel, `${what} ${blockID}`)

/** Called by a server that starts: one that was killed may have changed niches in any block, and told nobody after its commit. */
export const notifyAllBlocksChanged = ({ notify }: Context) => notify(blocksChannel, 'niches')

/** The most niches of which each is notified by itself. After more changes every open map reads the whole block once, which is cheaper. */
const mostSingly = 50

export async function notifyNichesChanged(context: Context, niches: readonly Pick<Niche, 'nicheID' | 'blockID'>[]) {
  if (niches.length <= mostSingly) for (const niche of niches) await notifyNicheChanged(context, niche)
  else
    for (const blockID of new Set(niches.map(({ blockID }) => blockID)))
      await notifyBlockChanged(context, blockID, 'niches')
}

/** Without an ID all blocks have changed. */
export function parseBlockNotification(payload: string) {
  const [what = '', ...rest] = payload.split(' ')
  return { what, blockID: rest.join(' ') }
}
