import { type BaseSyntheticEvent, createContext, type ReactNode, useContext } from 'react'
import type { FieldErrors, FieldValues, Path } from 'react-hook-form'
import { t, translate } from '#contract/words/t.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import styles from './Form.module.css'
import type { FieldsForm } from './use-fields.ts'

interface FormProps<In extends FieldValues, Out> {
  form: FieldsForm<In, Out>
  /** May throw an `ApiError`: its field messages are shown at the fields, its sentence above the buttons. */
  onSubmit: (values: Out) => Promise<unknown> | unknown
  /** A page's own sentence for an error; `undefined` shows the field messages only. */
  errorMessage?: (error: unknown) => string | undefined
  label?: string
  children: ReactNode
}

const FormState = createContext<{ error?: string | undefined; isSending: boolean }>({ isSending: false })

export function Form<In extends FieldValues, Out>({
  form,
  onSubmit,
  errorMessage = toErrorMessage,
  label,
  children,
}: FormProps<In, Out>) {
  const send = async (values: Out, event?: BaseSyntheticEvent) => {
    const hasMovedOn = watchFocus()
    try {
      await onSubmit(values)
    } catch (error) {
      showError(form, error, { errorMessage, order: namesOnScreen(event?.target), mayFocus: !hasMovedOn() })
    }
  }
  const submit = form.handleSubmit(send, (errors) => showFormError(form, errors))
  const { errors, isSubmitting } = form.formState
  return (
    <form
      className={`${common.stack5} ${styles.form}`}
      method="post"
      onSubmit={submit}
      noValidate
      aria-label={label}
      inert={isPrerendering}
      suppressHydrationWarning
      ref={activate}
    >
      <FormState value={{ error: errors.root?.message, isSending: isSubmitting }}>{children}</FormState>
    </form>
  )
}

/** A prerendered form stays inert until its code has loaded, so that nothing typed is lost or sent by the browser itself. */
const isPrerendering = typeof document === 'undefined'
const activate = (form: HTMLFormElement | null) => form?.removeAttribute('inert')

interface FormActionsProps extends Pick<ButtonProps, 'variant' | 'small' | 'disabled'> {
  /** The label of the button that sends the form. It is busy until the form is sent. */
  submit?: string
  /** The form is busy for another reason. */
  busy?: boolean
  /** Shown just above the buttons; by default the error of the whole form. */
  error?: string | undefined
  /** Adds a Cancel button. */
  onCancel?: (() => void) | undefined
  cancel?: string | undefined
  /** Other buttons, after the one that sends. */
  children?: ReactNode
}

/** The buttons that end a form or a dialog: what it does, then the way out. */
export function FormActions({
  submit,
  busy = false,
  error,
  onCancel,
  cancel = t`Cancel`,
  children,
  ...button
}: FormActionsProps) {
  const form = useContext(FormState)
  const shown = error ?? form.error
  return (
    <div className={styles.end}>
      <ErrorAlert>{shown && translate(shown)}</ErrorAlert>
      <div className={`${common.row3} ${styles.actions}`}>
        {submit && (
          <Button type="submit" busy={busy || form.isSending} {...button}>
            {submit}
          </Button>
        )}
        {children}
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

export const Fieldset = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={`${common.stack4} ${styles.set}`}>
    <legend className={styles.legend}>
      <h2>{legend}</h2>
    </legend>
    {children}
  </fieldset>
)

/** Two short fields side by side, where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>

/** Shows an error that belongs to no field. */
function showFormError<In extends FieldValues, Out>({ setError }: FieldsForm<In, Out>, errors: FieldErrors) {
  const message = errors.form?.message
  if (typeof message === 'string') setError('root', { type: 'rule', message })
}

/** Whether the person has gone to another field, or typed, since. Then a refusal that comes late must not take the focus away. */
function watchFocus() {
  const before = document.activeElement
  const typedBefore = textOf(before)
  return () => {
    const text = textOf(document.activeElement)
    return text !== undefined && (document.activeElement !== before || text !== typedBefore)
  }
}

const textOf = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
    ? element.value
    : undefined

const namesOnScreen = (target: unknown): string[] =>
  target instanceof HTMLFormElement ? [...target.elements].map((element) => element.getAttribute('name') ?? '') : []

interface ShownError {
  errorMessage: (error: unknown) => string | undefined
  order: readonly string[]
  mayFocus: boolean
}

function showError<In extends FieldValues, Out>(
  form: FieldsForm<In, Out>,
  error: unknown,
  { errorMessage, order, mayFocus }: ShownError,
) {
  const named = error instanceof ApiError ? Object.entries(error.errors) : []
  /** The server checks in an order of its own; the first on the screen gets the focus. */
  named.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  const known = named.filter(([name]) => name in form.getValues())
  for (const [index, [name, message]] of known.entries()) {
    form.setError(name as Path<In>, { type: 'server', message }, { shouldFocus: mayFocus && index === 0 })
  }
  const rest = named.filter(([name]) => !(name in form.getValues())).map(([, message]) => message)
  const message = known.length === named.length && known.length > 0 ? undefined : rest.join(' ') || errorMessage(error)
  if (message) form.setError('root', { type: 'server', message })
}
