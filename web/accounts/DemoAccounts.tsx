import { demoAccounts, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { t, translate } from '#contract/words/t.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'

/** Lets visitors of the demo log in without registering or a phone. */
export const DemoAccounts = ({
  onChoose,
}: {
  onChoose: (credentials: { email: string; password: string }) => void
}) => (
  <Card title={t`Demo accounts`}>
    <p className={common.help}>{t`Choose one to fill in the form. Its code is shown on the next page.`}</p>
    <ul className={common.stack3}>
      {demoAccounts.map(({ label, email }) => (
        <li key={email} className={common.stack1}>
          <Button variant="secondary" small onClick={() => onChoose({ email, password: demoPassword })}>
            {translate(label)}
          </Button>
          <span className={common.small}>{email}</span>
        </li>
      ))}
    </ul>
  </Card>
)
