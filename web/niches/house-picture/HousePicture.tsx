import {
  type KeyboardEvent,
  memo,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type BlockFigures, exploreApi, type PicturedHall } from '#contract/niches/explore-api.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Arches, Elevation, type PicturedLevel } from './Elevation.tsx'
import { figuresOf, filledArches, shortPrices } from './facade.ts'
import styles from './HousePicture.module.css'

interface BlockInHouse {
  building: string
  level: string
  block: string
}

export interface HousePictureProps {
  /** Called with the block of a façade that is pressed. Without it, the picture is only looked at. */
  onChoose?: (block: BlockInHouse) => void
  chosenID?: string | undefined
  /** The niches of the chosen block, from its map. */
  chosenNiches?: readonly { status: string; price: string }[] | undefined
  disabled?: boolean
  /** Puts the picture into a card. */
  title?: string
  /** Leaves no room for its words, which are only read out. */
  isSmall?: boolean
}

/** Halls, levels and blocks as façades, with free niches and prices. Left out for a single block, and if it cannot be loaded. */
export function HousePicture({
  onChoose,
  chosenID,
  chosenNiches,
  disabled = false,
  title,
  isSmall = false,
}: HousePictureProps) {
  const query = useApi(exploreApi.halls, {}, { what: 'halls' })
  const halls = query.data ?? none
  const blocks = blocksIn(halls)
  const list = useRef<HTMLDivElement>(null)
  const [focusedID, setFocusedID] = useState<string>()
  const isThere = (wanted: string | undefined) => blocks.some(({ block }) => block === wanted)
  const tabStopID = [focusedID, chosenID].find(isThere) ?? blocks[0]?.block
  const live = useMemo(() => chosenNiches && figuresOf(chosenNiches), [chosenNiches])
  useChosenInSight(list, chosenID, blocks.length)
  if (query.isPending && !query.failureCount)
    return (
      <div className={styles.picture} data-small={isSmall || undefined}>
        <div className={styles.room} />
      </div>
    )
  if (blocks.length < 2) return null

  const blockAt = ({ target }: SyntheticEvent) => blocks.find(({ block }) => block === facadeOf(target)?.dataset.block)
  const choose = (event: SyntheticEvent) => {
    const block = blockAt(event)
    if (block && !disabled) onChoose?.(block)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const acts = event.key === 'Enter' || event.key === ' '
    const next = nextFacade(facadeOf(event.target), event.key, list.current)
    if (acts) choose(event)
    next?.focus()
    if (acts || next) event.preventDefault()
  }
  const frame = onChoose
    ? {
        role: 'listbox',
        'aria-label': t`Picture of the halls`,
        'aria-disabled': disabled || undefined,
        onKeyDown,
        onClick: choose,
        onFocus: (event: SyntheticEvent) => setFocusedID(blockAt(event)?.block),
        onBlur: () => setFocusedID(undefined),
      }
    : { role: 'list', 'aria-label': t`Picture of the halls` }
  const propsOf = (blockID: string) =>
    onChoose
      ? {
          role: 'option',
          'aria-selected': blockID === chosenID,
          tabIndex: blockID === tabStopID ? 0 : -1,
          'data-block': blockID,
        }
      : { role: 'listitem' }
  const picture = (
    <div className={styles.picture} data-small={isSmall || undefined} data-screen-only>
      <div ref={list} className={styles.list} {...frame}>
        <Elevation
          halls={halls}
          isSmall={isSmall}
          facade={(block, level, hall) => (
            <div className={styles.facade} {...propsOf(block.blockID)}>
              <Facade
                name={block.blockName}
                figures={block.blockID === chosenID && live ? live : block}
                level={level}
                hall={hall}
                isSmall={isSmall}
              />
            </div>
          )}
        />
      </div>
      {!isSmall && (
        <p className={`${common.small} ${styles.key}`} aria-hidden="true">
          {t`Filled arches are taken.`}
          <span className={styles.priceKey}> {t`Prices of free niches, in SGD.`}</span>
        </p>
      )}
    </div>
  )
  return title ? <Card title={title}>{picture}</Card> : picture
}

interface FacadeProps {
  name: string
  figures: BlockFigures
  level: PicturedLevel
  hall: PicturedHall
  isSmall: boolean
}

/**
 * Its words make one sentence. Where there is no room for all of them, the less important are only read out. Drawn anew only for other
 * figures, because the niches of the map change often.
 */
const Facade = memo(({ name, figures, level, hall, isSmall }: FacadeProps) => {
  const { free, price, rest } = isSmall ? onlyReadOut : styles
  const [beforeName, afterName] = t`Block ${'|'}`.split('|')
  return (
    <>
      <Arches filled={filledArches(figures)} />
      <span className={styles.name}>
        <span className={rest}>{beforeName}</span>
        {name}
        <span className={rest}>{afterName}</span>
      </span>
      <VisuallyHidden>{t` on level ${level.levelNumber} of ${hall.buildingName}, `}</VisuallyHidden>
      <span className={free}>
        {figures.free || t`None`}
        <span className={rest}>{t` of ${figures.niches}`}</span>
        {t` free`}
      </span>
      {figures.prices && (
        <span className={price}>
          <VisuallyHidden>{t`at `}</VisuallyHidden>
          <span className={rest}>SGD </span>
          <PriceRange prices={shortPrices(figures.prices)} />
        </span>
      )}
    </>
  )
})

const onlyReadOut = { free: common.hidden, price: common.hidden, rest: common.hidden }

const PriceRange = ({ prices: [lowest, highest] }: { prices: readonly string[] }) => (
  <>
    {lowest}
    {highest && (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t` to `}</VisuallyHidden>
        {highest}
      </>
    )}
  </>
)

const none: readonly PicturedHall[] = []

const blocksIn = (halls: readonly PicturedHall[]): BlockInHouse[] =>
  halls.flatMap(({ buildingID, levels }) =>
    levels
      .toReversed()
      .flatMap(({ levelID, blocks }) =>
        blocks.map(({ blockID }) => ({ building: buildingID, level: levelID, block: blockID })),
      ),
  )

const facadeOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-block]')

/** The façade that a key leads to, wherever the width of the page has put it. */
function nextFacade(from: HTMLElement | null, key: string, list: HTMLElement | null): HTMLElement | undefined {
  if (!from || !list) return undefined
  return steps[key]?.(from, [...list.querySelectorAll<HTMLElement>('[data-block]')])
}

const steps: Record<string, (from: HTMLElement, all: readonly HTMLElement[]) => HTMLElement | undefined> = {
  ArrowRight: (from, all) => all[all.indexOf(from) + 1],
  ArrowLeft: (from, all) => all[all.indexOf(from) - 1],
  ArrowDown: (from, all) => nearest(from, all, 1),
  ArrowUp: (from, all) => nearest(from, all, -1),
  Home: (_, all) => all[0],
  End: (_, all) => all.at(-1),
}

/** The façade in the next line below (1) or above (-1) that is nearest to being straight below or above this one. */
function nearest(from: HTMLElement, all: readonly HTMLElement[], direction: 1 | -1): HTMLElement | undefined {
  const here = from.getBoundingClientRect()
  const beyond = all
    .map((facade) => ({ facade, box: facade.getBoundingClientRect() }))
    .map(({ facade, box }) => ({
      facade,
      down: direction * (box.top - here.top),
      aside: Math.abs(box.left - here.left),
    }))
    .filter(({ down }) => down > here.height / 2)
  const line = Math.min(...beyond.map(({ down }) => down))
  return beyond.filter(({ down }) => down < line + here.height / 2).sort((one, other) => one.aside - other.aside)[0]
    ?.facade
}

/** The picture of a large house scrolls in a frame of its own, and the page does not scroll with it. */
function useChosenInSight(list: RefObject<HTMLElement | null>, chosenID: string | undefined, count: number) {
  useEffect(() => {
    const frame = list.current
    const chosen = frame?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!frame || !chosen || count === 0 || !chosenID) return
    const isInSight =
      chosen.offsetTop >= frame.scrollTop &&
      chosen.offsetTop + chosen.offsetHeight <= frame.scrollTop + frame.clientHeight
    if (!isInSight) frame.scrollTop = chosen.offsetTop - (frame.clientHeight - chosen.offsetHeight) / 2
  }, [list, chosenID, count])
}
