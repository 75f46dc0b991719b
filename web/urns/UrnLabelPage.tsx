import { Button } from '#web/ui/Button.tsx'
import { UrnByTag } from './UrnByTag.tsx'
import { UrnLabel } from './UrnLabel.tsx'

/** Designed to be printed and tied to the urn. */
export const UrnLabelPage = () => (
  <UrnByTag
    title={() => 'Urn label'}
    narrow
    actions={() => (
      <span data-screen-only>
        <Button variant="secondary" onClick={() => window.print()}>
          Print label
        </Button>
      </span>
    )}
  >
    {(urn) => <UrnLabel urn={urn} />}
  </UrnByTag>
)
