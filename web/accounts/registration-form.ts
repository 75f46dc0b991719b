import type { Registration } from '#contract/accounts/account.ts'
import { accountApi } from '#contract/accounts/api.ts'
import { toDay } from '#contract/dates.ts'
import { callApi } from '#web/api/call-api.ts'
import { formResolver } from '#web/ui/use-zod-form.ts'

export const resolver = formResolver<Registration>(accountApi.register, { today: toDay(new Date()) })

export const register = (registration: Registration, recaptchaToken: string) =>
  callApi(accountApi.register, { body: { ...registration, recaptchaToken } })
