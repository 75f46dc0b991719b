import { auditApi } from '#contract/audit/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'

/** The log can be read without it, so nothing is shown if it cannot be loaded. */
export function ChainHead() {
  const { data } = useApi(auditApi.head, {}, { what: 'the head of the audit log' })
  if (!data) return null
  return (
    <Card title="For auditors">
      <p>
        All entries up to this number are covered by this hash. Keep it outside Columba: it proves later that none of
        them was changed or removed.
      </p>
      <CopyableField value={data.head} what="number and hash" />
    </Card>
  )
}
