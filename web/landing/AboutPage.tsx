import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import { MailLink, TelephoneLink } from '#web/session/ContactLinks.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import common from '#web/ui/common.module.css'
import { Article, Section } from './Article.tsx'

export const AboutPage = () => (
  <Article
    title={t`About ${useHouseTexts().name}`}
    lead={t`We look after a columbarium in Singapore: halls of niches where the ashes of those who have died are kept, side by side, and where their families are always welcome.`}
  >
    <Section title={t`What we keep`}>
      <p>
        <T>
          Columba is the Latin word for a dove, and a columbarium was first a house for doves: a wall of small arches,
          each one a nest. That is still what our halls look like. Behind each arch is a niche, closed with a plate that
          carries a name, two dates and, if the family wishes, a line of their own.
        </T>
      </p>
      <p>
        <T>
          Our halls are dry, bright and quiet. There are seats on every level, lifts to all of them, and water and a
          table for flowers at each door. People of every faith, and of none, rest here together.
        </T>
      </p>
    </Section>
    <Section title={t`How we work`}>
      <p>
        <T>
          You can see every niche on a map, with its place, its height and its price. The price on the map is what you
          pay for the niche. Once you have sent the form the niche is held for you while you pay, and the time that is
          left is always shown.
        </T>
      </p>
      <p>
        <T>
          The documents you give us are encrypted and shown only to the staff who must check them. Each time somebody
          looks at them, that is recorded.
        </T>
      </p>
      <p>
        <T>
          A member of our staff reads every application. If something is missing, we write to you and say what. If we
          must decline, we return what you paid.
        </T>
      </p>
    </Section>
    <Section title={t`When to visit`}>
      <OpeningHours />
    </Section>
    <Section title={t`How to reach us`}>
      <p>
        <T>
          Call <TelephoneLink /> or come to the counter, with or without an appointment. You can also write to{' '}
          <MailLink />. We answer within one working day. If a funeral is near, please call, or say so in the first line
          of your email and we will write back the same day.
        </T>
      </p>
      <p>
        <T>
          Many questions are answered in our <Link to={pathTo('faq')}>{t`questions and answers`}</Link>.
        </T>
      </p>
    </Section>
  </Article>
)

function OpeningHours() {
  const { visitingHours, festivalTitle, festivalHours, counterHoursLine, exceptionsTitle, hourExceptions } =
    useHouseTexts()
  return (
    <dl className={common.stack3}>
      <div>
        <dt>{t`The halls`}</dt>
        <dd>{visitingHours}</dd>
      </div>
      <div>
        <dt>{festivalTitle}</dt>
        <dd>{festivalHours}</dd>
      </div>
      <div>
        <dt>{t`The counter`}</dt>
        <dd>{counterHoursLine}</dd>
      </div>
      <div>
        <dt>{exceptionsTitle}</dt>
        <dd className={common.lines}>{hourExceptions}</dd>
      </div>
    </dl>
  )
}
