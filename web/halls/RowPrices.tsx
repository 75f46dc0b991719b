import type { z } from 'zod'
import type { DraftForm } from '#contract/halls/api.ts'
import { LayoutFields, pricesOfRows, rowNumbers, toPriceList } from '#contract/halls/block-layout.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import styles from './BlockLayoutPage.module.css'

/** The price of each row below the drawing, in the order of the wall. Changing one turns prices by steps into a list. */
export function RowPrices({ form }: { form: FieldsForm<z.input<typeof DraftForm>, DraftForm> }) {
  const { data: layout } = LayoutFields.safeParse(form.watch())
  if (!layout) return null
  const prices = pricesOfRows(layout)
  const numbers = rowNumbers(layout)
  const change = (index: number, price: string) => {
    form.setValue('priceKind', 'list', { shouldDirty: true })
    form.setValue('priceList', toPriceList(prices.with(index, price)), { shouldDirty: true })
  }
  const rows = numbers.map((row, index) => ({ row, index }))
  return (
    <fieldset className={styles.prices}>
      <legend>Price of each row in SGD</legend>
      {(layout.rowOneAt === 'top' ? rows : rows.toReversed()).map(({ row, index }) => (
        <TextField
          key={row}
          label={`Row ${row} costs`}
          inputMode="decimal"
          value={prices[index] ?? ''}
          onChange={(event) => change(index, event.target.value)}
        />
      ))}
    </fieldset>
  )
}
