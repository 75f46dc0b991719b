import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import { MailLink, TelephoneLink } from '#web/session/ContactLinks.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import common from '#web/ui/common.module.css'
import styles from './Article.module.css'
import { Article, Section } from './Article.tsx'

export const FaqPage = () => (
  <Article
    title={t`Questions and answers`}
    lead={t`What families ask us most. If yours is not here, please ask; no question is too small.`}
  >
    <Section title={t`Niches`}>
      <Question asks={t`What is a niche, and how much room is in it?`}>
        <T>
          A niche is a small closed space in a wall, for one urn unless its price says for how many. If you would like
          two people to rest together, please choose one with room for both, or two niches side by side; the map can
          find those for you.
        </T>
      </Question>
      <Question asks={t`Why do some niches cost more than others?`}>
        <T>
          The price depends on the hall, the level and the row. Rows at eye level cost a little more because they are
          asked for most; the highest and lowest rows cost less. The price of each niche is shown when you choose it.
        </T>
      </Question>
      <Question asks={t`How do I read a niche’s number?`}>
        <T>
          On the map a niche is called by its column and its row: 3-5 is in column 3 and row 5. The map shows the
          numbers, because some walls are numbered from the right or from the bottom. Each niche also has a full code,
          which is what you will find on your letters.
        </T>
      </Question>
      <Question asks={t`What do the patterns on the map mean?`}>
        <T>
          An empty arch is free. A striped one is being booked by another family, a bookmark means it has been reserved
          for the future, and an urn means that someone rests there. The legend beside the map shows them all.
        </T>
      </Question>
    </Section>
    <Section title={t`Booking`}>
      <Question asks={t`What is the difference between a current booking and a pre-order?`}>
        <T>
          A current booking is for someone who has died and whose urn will be placed soon. A pre-order keeps a niche for
          the future, for yourself or for someone you love. You can book two places now and need them many years later.
        </T>
      </Question>
      <Question asks={t`Which documents do I need?`}>
        <div className={common.stack3}>
          <ul>
            <li>
              <T>For every booking, the birth certificate of the person it is for, or a document that stands for it.</T>
            </li>
            <li>
              <T>
                For a current booking, also the death certificate. Since May 2022 it is issued digitally and can be
                downloaded from My Legacy.
              </T>
            </li>
          </ul>
          <p>
            <T>PDF, PNG or JPG, at most 5 MB each. A clear photograph taken with a phone is enough.</T>
          </p>
        </div>
      </Question>
      <Question asks={t`How long do you keep a niche for me while I decide?`}>
        <T>
          It is held from the moment you send the form until you have paid. The time that is left is shown beside it. If
          it runs out, the niche is free again for others, and you can choose again.
        </T>
      </Question>
      <Question asks={t`What happens after I have booked?`}>
        <T>
          We check your documents, usually within one working day, and write to you. You can see how far it is under My
          Bookings at any time.
        </T>
      </Question>
      <Question asks={t`Can someone at the counter do this for me?`}>
        <T>
          Yes. Bring your NRIC and the documents, and our staff will book with you. We then send you an email, so that
          you can set up your account and follow your booking.
        </T>
      </Question>
    </Section>
    <Section title={t`Urn placement`}>
      <Question asks={t`I pre-ordered a niche. What do I do when the time comes?`}>
        <T>
          Open the booking under My Bookings and choose Request Urn Placement. We ask for the date of death, the
          certificate and the words for the plate. If the placement costs something, the form says how much before you
          send it.
        </T>
      </Question>
      <Question asks={t`When can the urn be placed?`}>
        <T>
          After the cremation, once we have approved your request. We then agree on a day and an hour with you. You may
          bring a priest, monk or anyone you wish, and stay as long as you need.
        </T>
      </Question>
      <Question asks={t`What may the inscription say?`}>
        <T>
          A name, the dates and up to 500 characters of your own, in any language. If you are unsure, leave it empty; it
          can be decided later.
        </T>
      </Question>
    </Section>
    <Section title={t`Payment`}>
      <Question asks={t`How can I pay?`}>
        <T>
          By credit or debit card here, or by card, cash or cheque at the counter. All prices are in Singapore dollars.
          If anything costs something besides the niche, such as an engraving, you find it with its price under{' '}
          <Link to={pathTo('explore')}>{t`Niches and prices`}</Link>.
        </T>
      </Question>
      <Question asks={t`Will I get my money back if my application is not approved?`}>
        <T>
          Yes, all of it. A card payment goes back to the same card; what was paid in cash or by cheque is returned at
          the counter. We write to you when it is done.
        </T>
      </Question>
    </Section>
    <Section title={t`Your account`}>
      <Question asks={t`Why do I need an app with codes to log in?`}>
        <T>
          Your account contains your family's certificates. A password can be guessed or stolen; the code on your phone
          cannot. Any authenticator app works. When you set it up, you are given ten recovery codes: please keep them
          somewhere safe, on paper.
        </T>
      </Question>
      <Question asks={t`I lost my phone. What now?`}>
        <T>
          Log in with one of your recovery codes. If you have none left, come to the counter with your NRIC. We will
          help you set up a new code.
        </T>
      </Question>
    </Section>
    <Section title={t`Visiting`}>
      <Question asks={t`When are the halls open?`}>
        <VisitingHours />
      </Question>
      <Question asks={t`How do I find the niche of somebody who rests here?`}>
        <T>
          With the full name and the year of death, <Link to={pathTo('find')}>{t`Find someone`}</Link> shows you the
          way, if the family has agreed or ten years have passed. Our staff at the counter are glad to help you too.
        </T>
      </Question>
      <Question asks={t`May we bring flowers, food or joss sticks?`}>
        <T>
          Fresh flowers and food may be laid on the table at the door of each hall. Joss sticks and paper offerings may
          be burned at the burners outside. Please take food home with you afterwards.
        </T>
      </Question>
      <Question asks={t`How do I reach you?`}>
        <T>
          At the counter or by calling <TelephoneLink />, <CounterHours />. You can also write to <MailLink /> at any
          time. More <Link to={pathTo('about')}>{t`about us`}</Link>.
        </T>
      </Question>
    </Section>
  </Article>
)

const Question = ({ asks, children }: { asks: string; children: ReactNode }) => (
  <details>
    <summary>{asks}</summary>
    <div className={`${common.muted} ${styles.answer}`}>{children}</div>
  </details>
)

const VisitingHours = () => useHouseTexts().allVisitingHours
const CounterHours = () => useHouseTexts().counterHours
