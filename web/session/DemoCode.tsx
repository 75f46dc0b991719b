import { accountApi } from '#contract/accounts/api.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import styles from './DemoCode.module.css'

const refetchIntervalMs = 3000

/** The current code of a demo account; renders nothing for other accounts. */
export function DemoCode() {
  const { data } = useApi(accountApi.demoCode, {}, { refetchInterval: refetchIntervalMs, staleTime: 0 })
  if (!data) return null
  return (
    <Card title={t`Demo code`}>
      <p className={common.help}>{t`This is what the authenticator app of this demo account shows now.`}</p>
      <div className={styles.code}>
        <CopyableField value={data.code} what={t`the demo code`} />
      </div>
    </Card>
  )
}
