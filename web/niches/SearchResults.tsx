import { formatAmount } from '#contract/money.ts'
import type { NicheRun } from '#contract/niches/api.ts'
import { forPeople } from '#contract/niches/niche.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import styles from './NicheSearchPanel.module.css'
import type { useNicheSearch } from './use-niche-search.ts'

type Found = NonNullable<ReturnType<typeof useNicheSearch>['found']>

/** The results, cheapest first; choosing one selects its first niche on the map. */
export function SearchResults({
  finder: { query, found, chosen, choose },
  disabled,
  isExplained,
}: {
  finder: ReturnType<typeof useNicheSearch>
  disabled: boolean
  /** The error is shown beside a field. */
  isExplained: boolean
}) {
  return (
    <>
      <p role="status" className={styles.outcome}>
        {query.isError ? !isExplained && toErrorMessage(query.error) : found && searchSummary(found)}
      </p>
      {found && found.rows.length > 0 && (
        <ol className={styles.runs}>
          {found.rows.map((run) => (
            <li key={run.niches[0]?.nicheID}>
              <button
                type="button"
                className={styles.run}
                aria-pressed={run === chosen}
                disabled={disabled}
                onClick={() => choose(run)}
              >
                <span className={styles.codes}>{codesOf(run)}</span>
                <span className={styles.total}>
                  Total {formatAmount(run.total)}
                  {peopleIn(run)}
                </span>
                <span className={styles.whereabouts}>
                  {run.buildingName}, level {run.levelNumber}, block {run.blockName}, {placesOf(run)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function searchSummary({ rows: [first, ...rest], total }: Found): string {
  if (!first) return 'No free niche matches. Try a higher price, other rows or another building.'
  const listed = rest.length + 1
  const count = total ?? listed
  const places = count === 1 ? 'One place' : `${count} places`
  return `${places} found, total from ${formatAmount(first.total)}.${listed < count ? ` The cheapest ${listed} are listed.` : ''}`
}

function codesOf({ niches }: NicheRun): string {
  const [first, last] = [niches[0]?.nicheCode ?? '', niches.at(-1)?.nicheCode ?? '']
  return first === last ? first : `${first} to ${last}`
}

function placesOf({ niches }: NicheRun): string {
  const [first, last] = [niches[0], niches.at(-1)]
  const columns =
    first === last ? `column ${first?.nicheColumn}` : `columns ${first?.nicheColumn} to ${last?.nicheColumn}`
  return `${columns}, row ${first?.nicheRow}`
}

/** As beside the price of a chosen niche; empty if each is for one person. */
function peopleIn({ niches }: NicheRun): string {
  const capacities = niches.map(({ capacity = 1 }) => capacity)
  const most = Math.max(...capacities)
  if (most === 1) return ''
  if (niches.length === 1) return ` ${forPeople(most)}`
  return `, ${capacities.every((capacity) => capacity === most) ? 'each' : 'some'} ${forPeople(most)}`
}
