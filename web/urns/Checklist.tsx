import { Check, type LucideIcon, SearchX } from 'lucide-react'
import { useState } from 'react'
import { groupBy } from '#contract/group-by.ts'
import { rowLabel } from '#contract/niches/niche.ts'
import { urnName } from '#contract/registers/partial-date.ts'
import { asListed, describeMark, type Mark, needsMark, spotOf } from '#contract/urns/stock-take.ts'
import { type StockTakeDetail, type StockTakeNiche, stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { useConnectionLost } from '#web/api/connection.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useOfflineQueue } from '#web/session/offline-queue.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import styles from './Checklist.module.css'
import { type MarkProps, ScanToMark, UnexpectedUrns } from './MarkForms.tsx'
import { markNiche, unsentMarks } from './unsent-marks.ts'
import { rowHeadingID, WallDrawing } from './WallDrawing.tsx'

/** Every niche that should hold an urn, row by row, with two large buttons; below, what was found elsewhere. */
export function Checklist({ stockTake: { countID, niches, view } }: { stockTake: StockTakeDetail }) {
  const unsent = useOfflineQueue(unsentMarks)
  const isLost = useConnectionLost()
  const withMarks = niches.map((niche) => ({ ...niche, mark: unsent[spotOf(niche)] ?? niche.mark }))
  const toMark = withMarks.filter(needsMark)
  const left = toMark.filter(({ mark }) => !mark).length
  const mark = (niche: StockTakeNiche, mark: Mark) => markNiche(countID, niche, mark)
  const unsentHere = Object.values(unsent).filter((mark) => mark.countID === countID).length
  return (
    <>
      <Card title="Niches that should hold an urn">
        <p role="status">
          {toMark.length === 0
            ? 'In this block every niche should be empty.'
            : `${toMark.length - left} of ${toMark.length} counted.`}
          {isLost && unsentHere > 0 && ` ${unsentHere} not sent yet: kept here, and sent once Columba can be reached.`}
        </p>
        <WallDrawing niches={withMarks} view={view} />
        {toMark.length > 0 && <ScanToMark niches={toMark} onMark={mark} />}
        {[...groupBy(toMark, ({ nicheRow }) => nicheRow)].map(([row, inRow]) => (
          <RowToMark key={row} row={row} niches={inRow} onMark={mark} />
        ))}
      </Card>
      <UnexpectedUrns niches={withMarks} onMark={mark} />
      <Finish countID={countID} left={left} isSending={unsentHere > 0} />
    </>
  )
}

interface RowToMarkProps extends MarkProps {
  row: number
}

/** One row of the wall. After looking at each niche, the person marks the rest of it with one tap. */
function RowToMark({ row, niches, onMark }: RowToMarkProps) {
  const left = niches.filter(({ mark }) => !mark)
  return (
    <section className={common.stack3} aria-labelledby={rowHeadingID(row)}>
      <header className={common.spread}>
        <h3 id={rowHeadingID(row)}>{rowLabel(niches)}</h3>
        {left.length > 1 && (
          <Button
            small
            variant="secondary"
            onClick={() => {
              for (const niche of left) onMark(niche, asListed(niche))
            }}
          >
            I looked at each: {left.length} as listed
          </Button>
        )}
      </header>
      <ul className={common.stack2}>
        {niches.map((niche) => (
          <NicheToMark key={spotOf(niche)} niche={niche} onMark={(mark) => onMark(niche, mark)} />
        ))}
      </ul>
    </section>
  )
}

function NicheToMark({ niche, onMark }: { niche: StockTakeNiche; onMark: (mark: Mark) => void }) {
  const { nicheCode, expectedTag, tag, beneficiaryName, isOccupied, isSeen, mark } = niche
  const choices = [
    { label: 'Present', Icon: Check, mark: asListed(niche) },
    { label: 'Missing', Icon: SearchX, mark: { finding: 'missing', tag: '' } },
  ] as const satisfies readonly { label: string; Icon: LucideIcon; mark: Mark }[]
  return (
    <li className={styles.niche}>
      <p className={`${common.bold} ${styles.code}`}>
        <Code>{nicheCode}</Code>
      </p>
      <p className={styles.who}>
        <span>{isOccupied ? 'Occupied on the map, without an urn in the ledger' : urnName(beneficiaryName)}</span>{' '}
        <Code>{tag}</Code> {!isSeen && <span>From the register, not yet seen</span>}
      </p>
      <fieldset
        className={styles.choices}
        aria-label={expectedTag ? `Urn ${expectedTag} in niche ${nicheCode}` : `Niche ${nicheCode}`}
      >
        {choices.map(({ label, Icon, mark: choice }) => (
          <button
            key={label}
            type="button"
            className={`${common.filled} ${styles.choice}`}
            data-finding={choice.finding}
            aria-pressed={mark?.finding === choice.finding}
            onClick={() => onMark(choice)}
          >
            <Icon size={16} aria-hidden="true" />
            {label}
          </button>
        ))}
      </fieldset>
      {mark?.finding === 'unexpected' && <p className={styles.other}>{describeMark(mark)} is here instead.</p>}
    </li>
  )
}

function Finish({ countID, left, isSending }: { countID: string; left: number; isSending: boolean }) {
  const [refusal, setRefusal] = useState('')
  const finish = useApiMutation(stockTakeApi.finish, {
    onConflict: setRefusal,
    failed: () => 'Your count could not be finished. Please try again.',
    invalidates: [stockTakeApi.detail, stockTakeApi.list, stockTakeApi.differences, stockTakeApi.blocks],
  })
  return (
    <div className={`${common.stack2} ${styles.finish}`}>
      <ErrorAlert>{refusal}</ErrorAlert>
      <Button
        disabled={left > 0}
        busy={finish.isPending || isSending}
        onClick={() => finish.mutate({ body: { countID } })}
      >
        Finish my count
      </Button>
      {left > 0 && <p>{left === 1 ? 'One niche is left to count.' : `${left} niches are left to count.`}</p>}
    </div>
  )
}
