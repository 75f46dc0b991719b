import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PasswordField } from './PasswordField.tsx'

test('a password that is too short has the error instead of the same words as help', () => {
  const rule = 'At least 8 characters'
  const shown = (error?: string) => renderToStaticMarkup(<PasswordField label="Password" help={rule} error={error} />)
  expect(shown().split(rule)).toHaveLength(2)
  expect(shown(rule).split(rule)).toHaveLength(2)
})
