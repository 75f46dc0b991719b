import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import type { Price } from '#contract/prices/price.ts'
import { required } from '#contract/schema-parts.ts'
import type { ApiInput } from '#web/api/request.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'

type Chosen = z.ZodObject<{ priceID: z.ZodType<string, string> }>

interface PriceDialogProps<E extends Endpoint>
  extends Omit<FormDialogProps<Chosen, E>, 'schema' | 'values' | 'input' | 'children'> {
  legend: string
  prices: readonly Pick<Price, 'priceID' | 'name' | 'amount'>[]
  /** Shown if none is chosen. */
  missing: string
  /** Sent twice with the same ID, it is charged once. */
  input: (charge: { chargeID: string; priceID: string }) => ApiInput<E>
  /** What is to be read before the prices. */
  children?: ReactNode
  below?: ReactNode
}

/** Charges one item of the price list. The only one is chosen already. */
export function PriceDialog<E extends Endpoint>({
  legend,
  prices,
  missing,
  input,
  children,
  below,
  ...dialog
}: PriceDialogProps<E>) {
  const { withRequestID, renewIfAnswered } = useRequestID()
  const only = prices.length === 1 ? prices[0]?.priceID : undefined
  return (
    <FormDialog
      {...dialog}
      schema={z.object({ priceID: required(missing, 100) })}
      values={{ priceID: only ?? '' }}
      input={(chosen) => {
        const { requestID: chargeID, priceID } = withRequestID(chosen)
        return input({ chargeID, priceID })
      }}
      onError={renewIfAnswered}
    >
      {(form) => (
        <>
          {children}
          <ChoiceField
            legend={legend}
            choices={prices.map(({ priceID, name, amount }) => ({
              value: priceID,
              label: name,
              words: formatAmount(amount),
            }))}
            {...form.field('priceID')}
          />
          {below}
        </>
      )}
    </FormDialog>
  )
}
