import { useParams } from 'react-router'
import { formatDay, toDay } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import type { Statement } from '#contract/family/statement.ts'
import { pathTo } from '#contract/pages.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { HouseSheet } from '#web/session/HouseSheet.tsx'
import { useHouse } from '#web/session/house.ts'
import { BillLink } from '#web/ui/BillLink.tsx'
import { Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Money } from '#web/ui/Money.tsx'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'

/** Designed to be printed. */
export function StatementPage() {
  const { bookingID = '' } = useParams()
  const statement = useApi(familyApi.statement, { query: { bookingID } }, { staleTime: 0 })
  return (
    <Page title="Statement" narrow actions={<PrintButton>Print</PrintButton>}>
      <QueryResult
        query={statement}
        loading="Loading the statement..."
        failure={
          isNotFound(statement.error)
            ? `We could not find a booking ${bookingID}.`
            : 'The statement could not be loaded just now.'
        }
      >
        {(data) => <Sheet statement={data} />}
      </QueryResult>
    </Page>
  )
}

function Sheet({ statement }: { statement: Statement }) {
  const { bookingID, holderName, beneficiaryName, nicheCode, receiptNo, entries, balance } = statement
  const house = useHouse()
  return (
    <HouseSheet
      issuer={statement.issuer}
      opens="page"
      path={pathTo('statement', { bookingID })}
      house={house.name}
      what={`Statement of booking ${bookingID}`}
      amount={<Money amount={balance} />}
      status={<span className={common.help}>{wordsOf(balance)}</span>}
    >
      <Facts
        facts={[
          ['To', holderName || 'Not recorded'],
          ['For', <NameByScript key="for" name={beneficiaryName || 'No name'} />],
          ['Niche', nicheCode],
          receiptNo !== '' && ['Earlier receipt', receiptNo],
        ]}
      />
      {entries.length === 0 ? (
        <p>Nothing was charged or paid here.</p>
      ) : (
        <Table
          isOpen
          caption="What was charged, paid and credited, oldest first"
          columns={columns}
          rows={entries}
          rowKey={(_, position) => String(position)}
        />
      )}
      <Facts
        facts={[
          ['Charged', <Money key="charged" amount={statement.charged} />],
          ['Credited', <Money key="credited" amount={statement.credited} />],
          ['Paid', <Money key="paid" amount={statement.paid} />],
          ['Balance', <Money key="balance" amount={balance} />],
        ]}
      />
    </HouseSheet>
  )
}

function wordsOf(balance: string): string {
  if (balance === '0.00') return 'Nothing is owed'
  return Number(balance) > 0 ? 'To be paid' : 'To be returned'
}

type Entry = Statement['entries'][number]

const amountOr = (amount: string) => (amount === '0.00' ? 'None' : <Money amount={amount} />)

const columns: readonly Column<Entry>[] = [
  { header: 'Date', cell: ({ at }) => formatDay(toDay(new Date(at))), room: 7.5 },
  { header: 'What', cell: What, typed: true },
  { header: 'Charged', cell: ({ charged }) => amountOr(charged), align: 'end', room: 8.5 },
  {
    header: 'Paid or credited',
    cell: ({ paid, credited }) => amountOr(paid === '0.00' ? credited : paid),
    align: 'end',
    room: 8.5,
  },
]

function What({ what, number }: Entry) {
  if (!number) return <Unbroken text={what} />
  return (
    <>
      <BillLink number={number} />: <Unbroken text={what} />
    </>
  )
}
