import { nicheTaken } from '#contract/niches/niche.ts'
import { RefusalNotice } from './RefusalNotice.tsx'

export const NicheTakenNotice = () => (
  <RefusalNotice title={nicheTaken}>
    <p>What you wrote is kept, and your certificates too. The form comes back with the niche that you choose now.</p>
  </RefusalNotice>
)
