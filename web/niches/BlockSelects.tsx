import { SelectField } from '#web/ui/form/SelectField.tsx'
import styles from './PickerLayout.module.css'
import type { useBlockSelection } from './use-block-selection.ts'

/** Building, level, block. Changing one selects the first option of those after it. */
export function BlockSelects({
  selection,
  disabled,
}: {
  selection: ReturnType<typeof useBlockSelection>
  disabled: boolean
}) {
  const { buildings, levels, blocks, buildingID = '', levelID = '', blockID = '', go } = selection
  return (
    <div className={styles.selects}>
      <SelectField
        label="Building"
        value={buildingID}
        disabled={disabled}
        options={buildings.map((each) => ({ value: each.buildingID, label: each.buildingName }))}
        onChange={(event) => go({ building: event.target.value })}
      />
      <SelectField
        label="Level"
        value={levelID}
        disabled={disabled}
        options={levels.map((each) => ({ value: each.levelID, label: String(each.levelNumber) }))}
        onChange={(event) => go({ building: buildingID, level: event.target.value })}
      />
      <SelectField
        label="Block"
        value={blockID}
        disabled={disabled}
        options={blocks.map((each) => ({ value: each.blockID, label: each.blockName }))}
        onChange={(event) => go({ building: buildingID, level: levelID, block: event.target.value })}
      />
    </div>
  )
}

/** How to get to the building, if it is described. */
export function Directions({
  selection: { buildings, buildingID },
}: {
  selection: ReturnType<typeof useBlockSelection>
}) {
  const directions = buildings.find((each) => each.buildingID === buildingID)?.directions
  return directions && <p className={styles.directions}>{directions}</p>
}
