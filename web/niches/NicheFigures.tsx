import type { ColumbariumOverview } from '#contract/dashboard/api.ts'
import { type NicheStatus, nicheStatuses } from '#contract/niches/niche.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { type Column, Table } from '#web/ui/table/Table.tsx'
import { NicheSample } from './NicheCell.tsx'
import styles from './NicheFigures.module.css'

export const StatusBreakdown = ({ statuses }: { statuses: readonly { status: NicheStatus; count: number }[] }) => (
  <Card title="Niche Status Breakdown">
    <ul className={styles.breakdown}>
      {statuses.map(({ status, count }) => (
        <li key={status} className={`${common.row2} ${common.middle}`}>
          <NicheSample status={inLowerCase(status)} />
          <span>{status}</span>
          <span className={styles.total}>{count.toLocaleString('en-SG')}</span>
        </li>
      ))}
    </ul>
  </Card>
)

const inLowerCase = (status: NicheStatus) => status.toLowerCase() as Lowercase<NicheStatus>

type Building = ColumbariumOverview['occupancy'][number]

/** A table with bars. The bars only repeat the figures, so screen readers skip them. */
export const OccupancyChart = ({ buildings }: { buildings: readonly Building[] }) => (
  <Table
    isOpen
    caption="How full each building is"
    rows={buildings}
    rowKey={(row) => row.buildingID}
    columns={buildings.some(hasFamilyNiches) ? [...columns, ...placeColumns] : columns}
  />
)

/** Places would only repeat the niches where each niche is for one person. */
const hasFamilyNiches = ({ places, statuses }: Building) => places > statuses.reduce((sum, { count }) => sum + count, 0)

const columns: Column<Building>[] = [
  {
    header: 'Building',
    typed: true,
    room: 9,
    cell: ({ buildingName, statuses }) => (
      <div>
        {buildingName}
        <span className={styles.bar} aria-hidden="true">
          {statuses.map(({ status, count }) => (
            <span key={status} className={styles[status]} style={{ flexGrow: count }} />
          ))}
        </span>
      </div>
    ),
  },
  ...nicheStatuses.map((name) => ({
    header: name,
    align: 'end' as const,
    room: 6,
    cell: ({ statuses }: Building) => (
      <span className={styles.count}>
        <NicheSample status={inLowerCase(name)} />
        {(statuses.find(({ status }) => status === name)?.count ?? 0).toLocaleString('en-SG')}
      </span>
    ),
  })),
]

const placeColumns: Column<Building>[] = [
  { header: 'Places', align: 'end', folds: 'narrow', room: 5, cell: ({ places }) => places.toLocaleString('en-SG') },
  {
    header: 'Places booked',
    align: 'end',
    folds: 'narrow',
    room: 8,
    cell: ({ placesTaken }) => placesTaken.toLocaleString('en-SG'),
  },
]
