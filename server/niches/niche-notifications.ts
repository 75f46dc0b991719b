import type { Niche } from '#contract/niches/niche.ts'
import type { Context } from '#server/context.ts'

export const nichesChannel = 'niches'

/** Sends only the IDs; a replica that shows the block reads the niche's present status. */
export const notifyNicheChanged = ({ notify }: Context, { nicheID, blockID }: Niche) =>
  notify(nichesChannel, `${nicheID} ${blockID}`)

export function parseNotification(payload: string) {
  const [nicheID = '', ...rest] = payload.split(' ')
  return { nicheID, blockID: rest.join(' ') }
}
