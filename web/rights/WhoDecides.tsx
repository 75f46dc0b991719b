import { rightApi } from '#contract/rights/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { NameByScript } from '#web/ui/NameByScript.tsx'
import { Contacts } from './Contacts.tsx'

/** Who holds the right to the niche, which staff change with a second person, and whom the holder has named. */
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
      <p className={common.help}>Please speak to us if a holder should be added, or if a name is wrong.</p>
      {data.contacts && (
        <section className={`${common.stack3} ${common.ruled}`}>
          <h3>Your contacts</h3>
          <p className={common.help}>
            Name who succeeds you, in order, who gets our letters before the right ends, and who may collect the ashes.
            They decide nothing as long as you hold the right.
          </p>
          <Contacts number={number} contacts={data.contacts} isStaff={false} readBy={rightApi.whoDecides} />
        </section>
      )}
    </Card>
  )
}
