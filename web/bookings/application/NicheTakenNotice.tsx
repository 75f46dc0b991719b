import { errorTable } from '#contract/errors.ts'
import { RefusalNotice } from './RefusalNotice.tsx'

export const NicheTakenNotice = () => (
  <RefusalNotice title={errorTable.NICHE_TAKEN[1]}>
    <p>What you wrote is kept, and your certificates too. The form comes back with the niche that you choose now.</p>
  </RefusalNotice>
)
