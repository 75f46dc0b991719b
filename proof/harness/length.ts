const isShort = process.env.PROOF_SHORT === 'yes'

/** How much a proof does. A setting of its own wins; with PROOF_SHORT=yes, each does what shows that it works, in a minute or two. */
export const lengthOf = (
  setting: 'PROOF_SECONDS' | 'PROOF_CALLS' | 'PROOF_NICHES' | 'PROOF_STREAMS',
  { whole, short }: { whole: number; short: number },
) => Number(process.env[setting] ?? (isShort ? short : whole))
