export const isShort = process.env.PROOF_SHORT === 'yes'

/** The length of a proof. Its own setting wins; otherwise PROOF_SHORT=yes makes it run for only a minute or two. */
export const lengthOf = (
  setting: 'PROOF_SECONDS' | 'PROOF_CALLS' | 'PROOF_NICHES' | 'PROOF_STREAMS',
  { whole, short }: { whole: number; short: number },
) => Number(process.env[setting] ?? (isShort ? short : whole))
