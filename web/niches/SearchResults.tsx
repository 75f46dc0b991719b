import { formatAmount } from '#contract/money.ts'
import type { FoundNiches, NicheRun } from '#contract/niches/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import styles from './NicheSearchPanel.module.css'
import type { useNicheSearch } from './use-niche-search.ts'

/** The results, cheapest first; choosing one selects its first niche on the map. */
export function SearchResults({
  finder: { query, found, chosen, choose },
  disabled,
}: {
  finder: ReturnType<typeof useNicheSearch>
  disabled: boolean
}) {
  return (
    <>
      <p role="status" className={styles.outcome}>
        {query.isError ? toErrorMessage(query.error) : found && searchSummary(found)}
      </p>
      {found && found.count > 0 && (
        <ol className={styles.runs}>
          {found.runs.map((run) => (
            <li key={run.niches[0]?.nicheID}>
              <button
                type="button"
                className={styles.run}
                aria-pressed={run === chosen}
                disabled={disabled}
                onClick={() => choose(run)}
              >
                <span className={styles.codes}>{codesOf(run)}</span>
                <span className={styles.total}>Total {formatAmount(run.total)}</span>
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

function searchSummary({ count, runs: [first, ...rest] }: FoundNiches): string {
  if (!first) return 'No free niche matches. Try a higher total, other rows or another building.'
  const places = count === 1 ? 'One place' : `${count} places`
  const listed = rest.length + 1
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
