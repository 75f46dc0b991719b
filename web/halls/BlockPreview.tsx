import type { ReactNode } from 'react'
import type { z } from 'zod'
import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts'
import type { DraftForm } from '#contract/halls/api.ts'
import { BlockLayout, LayoutFields, pricesOfRows, rowNumbers, toPriceList } from '#contract/halls/block-layout.ts'
import { blockViewOf, codeProblem, hallCodeProblem, layOutBlock } from '#contract/halls/lay-out-block.ts'
import { toAmount } from '#contract/money.ts'
import type { BlockView, Niche } from '#contract/niches/niche.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import common from '#web/ui/common.module.css'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import styles from './BlockLayoutPage.module.css'

type LayoutForm = FieldsForm<z.input<typeof DraftForm>, DraftForm>

interface BlockPreviewProps {
  preview: Preview
  form: LayoutForm
  /** The map, once there are niches. */
  children: ReactNode
}

export const BlockPreview = ({ preview: { niches }, form, children }: BlockPreviewProps) => (
  <section className={`${common.stack3} ${styles.preview}`} aria-label="Preview">
    <h2>Preview</h2>
    {niches ? (
      <>
        <p aria-live="polite">
          <Unbroken text={`${niches.length} niches: first ${niches[0]?.nicheCode}, last ${niches.at(-1)?.nicheCode}`} />
        </p>
        {children}
        <RowPrices form={form} />
      </>
    ) : (
      <p>The map appears once the fields are complete.</p>
    )}
  </section>
)

/** The price of each row below the drawing, in the order of the wall. Changing one turns prices by steps into a list. */
function RowPrices({ form }: { form: LayoutForm }) {
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

interface Preview {
  niches?: Niche[]
  view?: BlockView | undefined
  problems: FieldErrors
}

/** The map of a layout as it is being entered, by the rule that the server will apply. */
export function previewBlock(
  values: { blockName?: string | undefined },
  level: { buildingName: string; levelNumber: number },
): Preview {
  const { data: layout, error } = BlockLayout.safeParse(values)
  if (!layout) return { problems: toFieldErrors(error) }
  const planned = layOutBlock(layout, { ...level, blockName: values.blockName?.trim() || '?' })
  const problem = codeProblem(planned)
  const hallCode = hallCodeProblem(layout, { ...level, blockName: '' })
  const niches = planned.map(
    ({ priceCents, capacity, furtherPriceCents, ...niche }): Niche => ({
      ...niche,
      ...(capacity > 1 && { capacity, furtherPrice: toAmount(furtherPriceCents) }),
      nicheID: niche.nicheCode,
      blockID: 'preview',
      status: 'Available',
      price: toAmount(priceCents),
    }),
  )
  return {
    niches,
    view: blockViewOf(layout),
    problems: { ...(problem && { codePattern: problem }), ...(hallCode && { hallCode }) },
  }
}
