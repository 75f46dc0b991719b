import type { Registration } from '#contract/accounts/account.ts'
import { accountApi } from '#contract/accounts/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { formResolver } from '#web/ui/form/use-zod-form.ts'

export const resolver = formResolver<Registration>(accountApi.register, { today: serverDay() })

export const register = (registration: Registration, recaptchaToken: string) =>
  callApi(accountApi.register, { body: { ...registration, recaptchaToken } })
