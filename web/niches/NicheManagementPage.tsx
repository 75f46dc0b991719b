import { useState } from 'react'
import type { Niche } from '#contract/niches/niche.ts'
import { WaitingRequests } from '#web/second-person/WaitingRequests.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { NichePicker } from './NichePicker.tsx'
import { OverrideDialog } from './OverrideDialog.tsx'

/** The map for admins: every niche can be opened. */
export function NicheManagementPage() {
  const { role } = useSignedIn()
  const [opened, setOpened] = useState<Niche>()
  return (
    <Page title="Niche Management">
      <WaitingRequests acts={['freeNiche']} />
      <NichePicker role={role} onOverride={setOpened} />
      {opened && <OverrideDialog niche={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}
