import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import type { Column } from '#web/ui/table/Table.tsx'

interface RowOfPerson {
  bookingID: string
  beneficiaryName: string
}

/** The first column of lists of money: the person whom the booking is for, before the payer. */
export const personColumn: Column<RowOfPerson> = {
  header: 'For',
  cell: ({ bookingID, beneficiaryName }) => (
    <Link to={pathTo('staffPerson', { bookingID })}>{orNotRecorded(beneficiaryName)}</Link>
  ),
  typed: true,
  room: 10,
  phone: 'title',
}
