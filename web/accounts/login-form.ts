import { z } from 'zod'
import { accountApi } from '#contract/accounts/api.ts'
import { required } from '#contract/schema-parts.ts'
import { callApi } from '#web/api/call-api.ts'
import { resolverOf } from '#web/ui/form/use-zod-form.ts'

const Credentials = z.object({
  email: required('Email is required'),
  password: z.string().min(1, 'Password required'),
})
export type Credentials = z.infer<typeof Credentials>

export const resolver = resolverOf(Credentials)

export const logIn = (credentials: Credentials, recaptchaToken: string) =>
  callApi(accountApi.login, { body: { ...credentials, recaptchaToken } })
