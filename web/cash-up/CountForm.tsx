import { useState } from 'react'
import { z } from 'zod'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { checkCount, type Drawer, type DrawerMethod, differenceOf } from '#contract/cash-up/cash-up.ts'
import { counted } from '#contract/counted.ts'
import { formatAmount, toAmount } from '#contract/money.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Money } from '#web/ui/Money.tsx'
import styles from './CashUp.module.css'

const Entered = z.object({
  countedCash: z.string(),
  countedCheque: z.string(),
  countedCard: z.string(),
  reasonCash: z.string(),
  reasonCheque: z.string(),
  reasonCard: z.string(),
})
type Entered = z.infer<typeof Entered>

/** The things that the clerk counts to compare them with the records. */
const whatToCount: Record<DrawerMethod, string> = {
  Cash: 'Notes and coins, without the change that stays in the drawer',
  Cheque: 'The sum of the cheques',
  Card: 'What the card terminal says',
}

/**
 * The three methods. What the records expect is shown once a method is counted, so that nobody counts towards it. What is typed stays if a
 * payment arrives meanwhile.
 */
export function CountForm({ drawer }: { drawer: Drawer }) {
  const { through, lines } = drawer
  const linesOf = (entered: Entered) =>
    lines.map(({ method, expected }) => {
      const [counted, reason] = [entered[`counted${method}`], entered[`reason${method}`]]
      return { method, expected, counted, reason: differenceOf({ expected, counted }) === 0 ? '' : reason }
    })
  const schema = Entered.superRefine((entered, { addIssue }) => {
    for (const [name, message] of Object.entries(checkCount(linesOf(entered))))
      addIssue({ code: 'custom', path: [name], message })
  })
  const form = useZodForm(schema, { ...startOf(drawer), reasonCash: '', reasonCheque: '', reasonCard: '' })
  const close = useApiMutation(cashUpApi.close, {
    done: 'The count is recorded. A second person signs it.',
    onConflict: () => undefined,
    invalidates: [cashUpApi.drawer, cashUpApi.list],
  })
  const entered = form.watch()
  const [countedMethods, setCountedMethods] = useState<readonly DrawerMethod[]>([])
  return (
    <Card title="Count the drawer">
      <Form
        form={form}
        onSubmit={(values) => close.mutateAsync({ body: { through: through ?? 0, lines: linesOf(values) } })}
        label="Count of the drawer"
      >
        <div className={styles.methods}>
          {lines.map(({ method, expected, payments }) => {
            const field = form.field(`counted${method}`)
            const isCounted = countedMethods.includes(method) || form.formState.isSubmitted || payments === 0
            return (
              <Fieldset key={method} legend={method}>
                <TextField
                  label={`${method} counted (SGD)`}
                  inputMode="decimal"
                  autoComplete="off"
                  help={whatToCount[method]}
                  {...field}
                  onBlur={(event) => {
                    if (event.target.value !== '') setCountedMethods([...countedMethods, method])
                    return field.onBlur(event)
                  }}
                />
                <p className={`${common.numbers} ${styles.expected}`}>
                  Expected: {isCounted ? <Money amount={expected} /> : 'shown once you have counted'}
                  {isCounted && payments > 0 && `, from ${counted(payments, 'entry', 'entries')}`}
                </p>
                <Difference expected={expected} counted={isCounted ? entered[`counted${method}`] : ''} />
                {isCounted && differs(expected, entered[`counted${method}`]) && (
                  <TextArea
                    label={`Why ${method.toLowerCase()} differs`}
                    rows={2}
                    maxLength={500}
                    {...form.field(`reason${method}`)}
                  />
                )}
              </Fieldset>
            )
          })}
        </div>
        <FormActions submit="Close the drawer" />
      </Form>
    </Card>
  )
}

/** A method without payments begins with 0.00, so that nobody has to type it. */
const startOf = ({ lines }: Drawer) =>
  Object.fromEntries(lines.map(({ method, payments }) => [`counted${method}`, payments === 0 ? '0.00' : '']))

const differs = (expected: string, counted: string) => (differenceOf({ expected, counted }) ?? 0) !== 0

/** Its line is always there: if the button below moved while it is pressed, the press would be lost. */
const Difference = ({ expected, counted }: { expected: string; counted: string }) => {
  const difference = differenceOf({ expected, counted })
  return (
    <p
      role="status"
      className={`${common.help} ${common.numbers} ${styles.difference}`}
      data-differs={(difference ?? 0) !== 0 || undefined}
    >
      {difference === undefined
        ? '\u00a0'
        : difference === 0
          ? 'As expected'
          : `${formatAmount(toAmount(Math.abs(difference)))} ${difference > 0 ? 'too much' : 'too little'}`}
    </p>
  )
}
