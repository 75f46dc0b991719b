import { formatAmount } from '#contract/money.ts'
import type { NicheRun } from '#contract/niches/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import styles from './NicheSearchPanel.module.css'
import type { useNicheSearch } from './use-niche-search.ts'

/** The results, cheapest first; choosing one shows it on the map. */
export function SearchResults({
  finder: { query, runs, chosen, choose },
}: {
  finder: ReturnType<typeof useNicheSearch>
}) {
  return (
    <>
      <p role="status" className={styles.outcome}>
        {query.isError ? toErrorMessage(query.error) : runs && searchSummary(runs)}
      </p>
      {runs && runs.length > 0 && (
        <ol className={styles.runs}>
          {runs.map((run) => (
            <li key={run.niches[0]?.nicheID}>
              <button type="button" className={styles.run} aria-pressed={run === chosen} onClick={() => choose(run)}>
                <span className={styles.codes}>{codesOf(run)}</span>
                <span className={styles.total}>{formatAmount(run.total)}</span>
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

function searchSummary([first, ...rest]: NicheRun[]): string {
  if (!first) return 'No free niche matches. Try a higher price, other rows or another building.'
  const count = rest.length === 0 ? 'One place' : `${rest.length + 1} places`
  return `${count} found, from ${formatAmount(first.total)}.`
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
