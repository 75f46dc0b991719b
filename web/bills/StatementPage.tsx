import { useParams } from 'react-router'
import { formatDay, toDay } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import type { Statement } from '#contract/family/statement.ts'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { both, inBoth, inOneLine } from '#web/core/Both.tsx'
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
    <Page title={t`Statement`} narrow actions={<PrintButton>{t`Print`}</PrintButton>}>
      <QueryResult
        query={statement}
        loading={t`Loading the statement...`}
        failure={t`The statement could not be loaded just now.`}
        missing={t`We could not find a booking ${bookingID}.`}
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
      what={
        <>
          {both`Statement of booking`} <Unbroken text={bookingID} />
        </>
      }
      amount={<Money amount={balance} />}
      status={<span className={common.help}>{inBoth(() => wordsOf(balance))}</span>}
    >
      <Facts
        facts={[
          [both`To`, holderName || both`Not recorded`],
          [both`For`, <NameByScript key="for" name={beneficiaryName || inOneLine`No name`} />],
          [both`Niche`, nicheCode],
          receiptNo !== '' && [both`Earlier receipt`, receiptNo],
        ]}
      />
      {entries.length === 0 ? (
        <p>{both`Nothing was charged or paid here.`}</p>
      ) : (
        <Table
          isOpen
          caption={t`What was charged, paid and credited, oldest first`}
          columns={columns()}
          rows={entries}
          rowKey={(_, position) => String(position)}
        />
      )}
      <Facts
        facts={[
          [both`Charged`, <Money key="charged" amount={statement.charged} />],
          [both`Credited`, <Money key="credited" amount={statement.credited} />],
          [both`Paid`, <Money key="paid" amount={statement.paid} />],
          [both`Balance`, <Money key="balance" amount={balance} />],
        ]}
      />
    </HouseSheet>
  )
}

function wordsOf(balance: string): string {
  if (balance === '0.00') return t`Nothing is owed`
  return Number(balance) > 0 ? t`To be paid` : t`To be returned`
}

type Entry = Statement['entries'][number]

const amountOr = (amount: string) => (amount === '0.00' ? both`None` : <Money amount={amount} />)

const columns = (): readonly Column<Entry>[] => [
  { header: inOneLine`Date`, cell: ({ at }) => inBoth(() => formatDay(toDay(new Date(at)))), room: 7.5 },
  { header: inOneLine`What`, cell: What, typed: true },
  { header: inOneLine`Charged`, cell: ({ charged }) => amountOr(charged), align: 'end', room: 8.5 },
  {
    header: inOneLine`Paid or credited`,
    cell: ({ paid, credited }) => amountOr(paid === '0.00' ? credited : paid),
    align: 'end',
    room: 8.5,
  },
]

function What({ what, number }: Entry) {
  const words = inBoth(() => purposeOf(what))
  if (!number) return words
  return (
    <>
      <BillLink number={number} />: {words}
    </>
  )
}

/** In another language only its words, without the names between them. */
const purposeOf = (what: string) =>
  [what, ...what.split(', ')]
    .map(translate)
    .filter((words) => !what.includes(words))
    .join(t`, `) || what
