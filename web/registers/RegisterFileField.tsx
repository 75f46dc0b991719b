import { Field } from '#web/ui/form/Field.tsx'
import { chooseAnew, FileInput } from '#web/ui/form/FileInput.tsx'

interface RegisterFileFieldProps {
  label: string
  help: string
  error: string | undefined
  optional?: boolean
  disabled: boolean
  onChoose: (file: File | undefined) => void
}

/** The server detects the kind of file from its content, because spreadsheets name CSV files in many ways. */
export const RegisterFileField = ({
  label,
  help,
  error,
  optional = false,
  disabled,
  onChoose,
}: RegisterFileFieldProps) => (
  <Field label={label} help={help} error={error} optional={optional}>
    {(control) => (
      <FileInput
        {...control}
        accept=".csv,text/csv"
        disabled={disabled}
        onClick={chooseAnew}
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
    )}
  </Field>
)
