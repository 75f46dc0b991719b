import { rightApi } from '#contract/rights/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { NameByScript } from '#web/ui/NameByScript.tsx'

/** Who holds the right to the niche. Staff change it, with a second person. */
export function WhoDecides({ number }: { number: string }) {
  const { data } = useApi(rightApi.whoDecides, { query: { number } }, { what: 'who decides' })
  if (!data) return null
  return (
    <Card title="Who decides">
      <p>
        {data.holders.length > 1 ? 'You hold the right to this niche together:' : 'The right to this niche is held by'}
      </p>
      <ul className={common.stack1}>
        {data.holders.map((name) => (
          <li key={name}>
            <NameByScript name={name} />
          </li>
        ))}
      </ul>
      <p className={common.help}>Please speak to us if somebody should be added, or if a name is wrong.</p>
    </Card>
  )
}
