import type { ReplyData } from '#contract/endpoint.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'

type Why = ReplyData<typeof secondPersonApi.alone>[number]['why']

const sentences: Record<Why, string> = {
  demo: 'In the demo, one admin does these alone. In production, a house with three or more staff needs two people.',
  small:
    'Fewer than three people are staff or admins here, so one admin does these alone. From the third on, another admin confirms each within a day. Somebody who left counts for thirty days.',
  nobodyElse:
    'Nobody else here could confirm these, so one admin does them alone. With a second admin, each is confirmed within a day.',
}

/** What one person can do alone in this house; nothing if two are needed for all of it. */
export function DoneAlone() {
  const alone = useApi(secondPersonApi.alone, {}, { what: 'what one person can do alone' })
  const [first] = alone.data ?? []
  if (!alone.data || !first) return null
  return (
    <Card title="What one admin can do alone">
      <p>{sentences[first.why]}</p>
      <ul>
        {alone.data.map(({ act }) => (
          <li key={act}>{act.charAt(0).toUpperCase() + act.slice(1)}</li>
        ))}
      </ul>
    </Card>
  )
}
