import { PrintButton } from '#web/ui/PrintButton.tsx'
import { UrnByTag } from './UrnByTag.tsx'
import { LabelsByTag, UrnLabel } from './UrnLabel.tsx'

/** The label is designed to be printed and tied to the urn. */
export const UrnLabelPage = () => (
  <UrnByTag title={() => 'Urn label'} narrow actions={() => <PrintButton>Print label</PrintButton>}>
    {({ tag }) => <LabelsByTag tags={[tag]}>{([urn]) => urn && <UrnLabel urn={urn} />}</LabelsByTag>}
  </UrnByTag>
)
