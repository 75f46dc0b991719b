import { type ReactNode, useState } from 'react'
import { t } from '#contract/words/t.ts'
import common from '#web/ui/common.module.css'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { HallPhotos } from './HallPhotos.tsx'
import { HousePicture, type HousePictureProps } from './house-picture/HousePicture.tsx'
import { NicheMapWithLegend, type NicheMapWithLegendProps } from './NicheMapWithLegend.tsx'
import { NicheSearchPanel } from './NicheSearchPanel.tsx'
import { OpeningNotice, type useBlockOpening } from './OpeningNotice.tsx'
import styles from './PickerLayout.module.css'
import type { MapNiche } from './screen-status.ts'
import type { BlockChoice } from './use-block-selection.ts'
import type { BlockOnMap } from './use-live-block.ts'
import type { NicheFinder } from './use-niche-search.ts'

interface PickerLayoutProps
  extends Pick<
    NicheMapWithLegendProps,
    'statuses' | 'selects' | 'selectedID' | 'mayAct' | 'foundIDs' | 'disabled' | 'onAct'
  > {
  selection: BlockChoice
  block: BlockOnMap<MapNiche>
  opening: ReturnType<typeof useBlockOpening>
  finder: NicheFinder
  /** The chips below the map. */
  chips?: ReactNode
  panel: ReactNode
}

/**
 * The block to choose, by selects or in a picture of the halls, its live map, the details of a niche, and the search. While it is disabled,
 * only the map's part around the chosen niche is shown.
 */
export function PickerLayout({
  selection,
  block: { niches, isCurrent, isLive },
  opening,
  finder,
  disabled = false,
  chips,
  panel,
  ...map
}: PickerLayoutProps) {
  const picture = {
    onChoose: selection.go,
    chosenID: selection.blockID,
    chosenNiches: isCurrent ? niches : undefined,
    disabled,
  }
  /** The picture has its room until it is known that there are no others. */
  const lists = [selection.buildings, selection.levels, selection.blocks]
  const hasOthers = lists.some(({ length }) => length === 0 || length > 1)
  const hall = selection.buildings.find(({ buildingID }) => buildingID === selection.buildingID)
  return (
    <div className={styles.picker} data-folded={disabled}>
      <div className={`${common.stack4} ${styles.layout}`}>
        <div className={`${common.stack3} ${styles.where}`} hidden={disabled}>
          <div className={styles.choice}>
            <BlockSelects selection={selection} disabled={disabled} />
            {hasOthers && <PictureBeside {...picture} />}
          </div>
          {hall?.directions && (
            <p className={`${common.muted} ${common.lines} ${styles.directions}`}>{hall.directions}</p>
          )}
          <OpeningNotice block={opening} />
        </div>
        {niches ? (
          <div className={common.stack3}>
            <NicheMapWithLegend
              {...map}
              label={t`Niches of ${describeBlock(selection)}`}
              view={opening.view}
              niches={niches}
              goTo={finder.goTo}
              disabled={disabled || !isCurrent}
              isLive={isLive}
              folded={disabled}
            />
            {!disabled && chips}
            {!disabled && hall && <HallPhotos {...hall} />}
          </div>
        ) : (
          <div className={`${common.surface} ${styles.waiting}`}>
            <Loading words={t`Drawing the map...`} />
          </div>
        )}
        {hasOthers && !disabled && <PictureBelow {...picture} />}
        <div className={styles.side}>
          {panel}
          <NicheSearchPanel finder={finder} selection={selection} disabled={disabled} />
        </div>
      </div>
    </div>
  )
}

const phone = '(width < 48rem)'

const PictureBeside = (picture: HousePictureProps) =>
  !useMediaQuery(phone) && (
    <div className={styles.beside}>
      <HousePicture {...picture} />
    </div>
  )

/** Shown on phones, where the map needs the space. The picture is loaded only once it is opened. */
function PictureBelow(picture: HousePictureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={`${common.surface} ${styles.folded}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-screen-only
    >
      <summary>{t`All halls and blocks`}</summary>
      {isOpen && <HousePicture {...picture} />}
    </details>
  )
}

/** Building, level, block. Changing one selects the first option of those after it. */
function BlockSelects({ selection, disabled }: Pick<PickerLayoutProps, 'selection' | 'disabled'>) {
  const { buildings, levels, blocks, go } = selection
  const { buildingID: building = '', levelID: level = '', blockID: block = '' } = selection
  return (
    <div className={styles.selects}>
      <SelectField
        label={t`Building`}
        value={building}
        disabled={disabled}
        options={buildings.map(({ buildingID, buildingName }) => ({ value: buildingID, label: buildingName }))}
        onChange={(event) => go({ building: event.target.value })}
      />
      <SelectField
        label={t`Level`}
        value={level}
        disabled={disabled}
        options={levels.map(({ levelID, levelNumber }) => ({ value: levelID, label: String(levelNumber) }))}
        onChange={(event) => go({ building, level: event.target.value })}
      />
      <SelectField
        label={t`Block`}
        value={block}
        disabled={disabled}
        options={blocks.map(({ blockID, blockName }) => ({ value: blockID, label: blockName }))}
        onChange={(event) => go({ building, level, block: event.target.value })}
      />
    </div>
  )
}

/** For example `Tembusu Hall, level 1, block A`. */
export function describeBlock({ buildings, levels, blocks, buildingID, levelID, blockID }: BlockChoice): string {
  const building = buildings.find((each) => each.buildingID === buildingID)?.buildingName ?? ''
  const level = levels.find((each) => each.levelID === levelID)?.levelNumber ?? ''
  const block = blocks.find((each) => each.blockID === blockID)?.blockName ?? ''
  return t`${building}, level ${level}, block ${block}`
}
