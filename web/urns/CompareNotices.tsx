import { dateOrNotRecorded } from '#contract/registers/partial-date.ts'
import { authorityLabels, type Check } from '#contract/urns/confirmation.ts'
import { Callout } from '#web/ui/Callout.tsx'
import styles from './Urns.module.css'

/**
 * What both people must know before they confirm: others behind the same door, namesakes, a size that does not fit, and
 * what the first person entered.
 */
export const CompareNotices = ({ check: { others, behindSameDoor, namesakes, tooLarge, first } }: { check: Check }) => (
  <>
    {others.length > 0 && (
      <Callout tone="note" title="Others have a place in this niche">
        <p>{others.join(', ')}. Please make sure that this is the right urn.</p>
      </Callout>
    )}
    {behindSameDoor.length > 0 && (
      <Callout tone="note" title="Other niches are behind the same door">
        <ul className={styles.people}>
          {behindSameDoor.map(({ nicheCode, people }) => (
            <li key={nicheCode}>
              <strong>{nicheCode}</strong>: {people.join(', ') || 'nobody'}
            </li>
          ))}
        </ul>
      </Callout>
    )}
    {namesakes.length > 0 && (
      <Callout tone="warning" title="Others in the house have the same or nearly the same name">
        <ul className={styles.people}>
          {namesakes.map(({ name, nicheCode, place, dateOfBirth, dateOfDeath }) => (
            <li key={`${nicheCode} ${name}`}>
              <strong>{name}</strong>, niche {nicheCode}, {place}. Born: {dateOrNotRecorded(dateOfBirth)}. Died:{' '}
              {dateOrNotRecorded(dateOfDeath)}.
            </li>
          ))}
        </ul>
      </Callout>
    )}
    {tooLarge && (
      <Callout tone="warning" title="The urn is larger than the door">
        <p>
          The urn is {tooLarge.urn.widthMm} by {tooLarge.urn.heightMm} mm, the door {tooLarge.opening.widthMm} by{' '}
          {tooLarge.opening.heightMm} mm.
          {first?.reason && ` ${first.by} wrote: ${first.reason}`}
        </p>
      </Callout>
    )}
    {first && (
      <Callout tone="note" title={`${first.by} has confirmed this move`}>
        {first.release ? (
          <p>
            To {first.release.releasedTo}, {first.release.identityKind} ending {first.release.identityEnding}.{' '}
            {authorityLabels[first.release.authority]}: {first.release.document}. Please compare it with the papers.
          </p>
        ) : (
          <p>You are the second person. Please compare the papers yourself.</p>
        )}
      </Callout>
    )}
  </>
)
