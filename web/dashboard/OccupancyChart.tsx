import type { HouseOverview } from '#contract/dashboard/api.ts'
import { nicheStatuses } from '#contract/niches/niche.ts'
import styles from './OccupancyChart.module.css'
import { StatusMark } from './StatusMark.tsx'

/** A table that is its own drawing: the bar seconds the figures, for those who see it. */
export const OccupancyChart = ({ buildings }: { buildings: HouseOverview['occupancy'] }) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <caption className={styles.caption}>How full each building is</caption>
      <thead>
        <tr>
          <th scope="col">Building</th>
          {nicheStatuses.map((status) => (
            <th key={status} scope="col">
              <StatusMark status={status} /> {status}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buildings.map(({ buildingID, buildingName, statuses }) => (
          <tr key={buildingID}>
            <th scope="row">
              {buildingName}
              <Bar statuses={statuses} />
            </th>
            {statuses.map(({ status, count }) => (
              <td key={status}>{count.toLocaleString('en-SG')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function Bar({ statuses }: { statuses: HouseOverview['occupancy'][number]['statuses'] }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      {statuses.map(({ status, count }) => (
        <span key={status} className={styles[status]} style={{ flexGrow: count }} />
      ))}
    </span>
  )
}
