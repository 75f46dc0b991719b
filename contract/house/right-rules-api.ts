import { callsBelow } from '../endpoint.ts'
import { EndSteps } from '../rights/after-end.ts'
import { RightRules } from '../rights/house-rules.ts'

const { admins } = callsBelow('/api/house')

/** These calls have a file of their own, because every page loads the other calls of the house. */
export const rightRulesApi = {
  rightRules: admins.get('right-rules', 'How long rights last that are granted from now on', { reply: RightRules }),
  saveRightRules: admins.post('save-right-rules', 'Change how long rights last that are granted from now on', {
    freshFactor: true,
    body: RightRules,
  }),
  endSteps: admins.get('end-steps', 'The steps after the end of a right', { reply: EndSteps }),
  saveEndSteps: admins.post(
    'save-end-steps',
    'Change the steps after the end of rights whose first step is not recorded yet',
    {
      freshFactor: true,
      body: EndSteps,
    },
  ),
} as const
