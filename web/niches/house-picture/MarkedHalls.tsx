import { exploreApi, type PicturedHall } from '#contract/niches/explore-api.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { Arches, Elevation } from './Elevation.tsx'
import styles from './MarkedHalls.module.css'

type BlockName = Parameters<typeof buildingLevelBlock>[0]

/** Halls with a lamp in the block of each of these urns. The words beside it say the same, so it may fail to load. A single block is not drawn. */
export function MarkedHalls({ urns }: { urns: readonly BlockName[] }) {
  const halls = useApi(exploreApi.halls, {}, { what: 'halls' }).data ?? []
  const urnsIn = (where: string) => urns.filter((urn) => buildingLevelBlock(urn) === where).length
  const drawn = halls
    .map((hall) => ({ hall, blocks: blocksOf(hall) }))
    .filter(({ blocks }) => blocks.length > 1 && blocks.some((where) => urnsIn(where) > 0))
  if (drawn.length === 0) return null
  const lit = drawn.flatMap(({ blocks }) => blocks.filter((where) => urnsIn(where) > 0))
  return (
    <figure role="img" aria-label={t`Picture of the halls, with a light in ${lit.map(withCount).join(t`, and in `)}`}>
      <Elevation
        halls={drawn.map(({ hall }) => hall)}
        isSmall
        facade={({ blockName }, { levelNumber }, { buildingName }) => {
          const count = urnsIn(buildingLevelBlock({ buildingName, levelNumber, blockName }))
          return (
            <div className={styles.facade} data-lit={count > 0 || undefined}>
              <Arches filled={0} />
              <span className={styles.name}>{blockName}</span>
              {count > 1 && <span className={styles.count}>{count}</span>}
            </div>
          )
        }}
      />
    </figure>
  )

  function withCount(where: string) {
    const count = urnsIn(where)
    return count > 1 ? t`${where} (${count} urns)` : where
  }
}

const blocksOf = ({ buildingName, levels }: PicturedHall) =>
  levels.flatMap(({ levelNumber, blocks }) =>
    blocks.map(({ blockName }) => buildingLevelBlock({ buildingName, levelNumber, blockName })),
  )
