import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts'
import { BlockLayout } from '#contract/halls/block-layout.ts'
import { blockViewOf, codeProblem, hallCodeProblem, layOutBlock } from '#contract/halls/lay-out-block.ts'
import { toAmount } from '#contract/money.ts'
import type { BlockView, Niche } from '#contract/niches/niche.ts'

export interface Preview {
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
