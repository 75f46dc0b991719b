import type { Niche } from '#contract/niches/niche.ts'
import type { Context } from '#server/context.ts'

export const nichesChannel = 'niches'

/** Says only which niche changed: whoever shows its block reads what it is now. */
export const notifyNicheChanged = ({ notify }: Context, { nicheID, blockID }: Niche) =>
  notify(nichesChannel, `${nicheID} ${blockID}`)

export function parseNotification(payload: string) {
  const [nicheID = '', ...rest] = payload.split(' ')
  return { nicheID, blockID: rest.join(' ') }
}
