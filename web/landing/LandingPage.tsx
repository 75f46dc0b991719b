import { Link, Navigate } from 'react-router'
import { homePathByRole, pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import { useUser } from '#web/session/session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import styles from './LandingPage.module.css'
import { NicheWallIllustration } from './NicheWallIllustration.tsx'

/** Signed-in users are sent to their own start page. */
export function LandingPage() {
  const user = useUser()
  if (user) return <Navigate to={homePathByRole[user.role]} replace />
  return (
    <div className={`${common.width} ${common.stack5} ${styles.page}`}>
      <OpeningNotice />
      <Hero />
      <About />
      <GettingStarted />
      <DemoTestimonials />
      <Closing />
    </div>
  )
}

/** The families are made up, so a real house does not show them. */
const DemoTestimonials = () => useSiteConfig()?.mode === 'demo' && <Testimonials />

const HouseName = () => useHouseTexts().name

/** Empty, and then not shown, once the house is open. */
const OpeningNotice = () => <p className={styles.notice}>{useHouseTexts().openingNotice}</p>

const Hero = () => (
  <section className={styles.hero}>
    <div className={`${common.stack5} ${common.start} ${styles.welcome}`}>
      <h1>{t`A quiet place, kept for the ones you love`}</h1>
      <p>
        <T>
          <HouseName /> helps families in Singapore choose a memorial niche, see exactly where it is and what it costs,
          and book it in peace.
        </T>
      </p>
      <div className={styles.ways}>
        <ButtonLink to={pathTo('register')}>{t`Create an account`}</ButtonLink>
        <ButtonLink to={pathTo('explore')} variant="secondary">{t`See niches and prices`}</ButtonLink>
        <ButtonLink to={pathTo('faq')} variant="quiet">{t`Questions and answers`}</ButtonLink>
      </div>
      <p className={styles.visiting}>
        <T>
          Are you visiting somebody who rests here? <Link to={pathTo('find')}>{t`Find someone`}</Link>
        </T>
      </p>
    </div>
    <NicheWallIllustration />
  </section>
)

const About = () => (
  <section className={styles.about} aria-labelledby="about">
    <h2 id="about">
      <T>
        About <HouseName />
      </T>
    </h2>
    <div className={common.stack4}>
      <p>
        <T>
          A columbarium is a house of niches: small, lasting places where the ashes of those who have died rest side by
          side, and where a family can come to be near them. Ours are bright halls with room to sit, and no hurry.
        </T>
      </p>
      <p>
        <T>
          Choosing a place is rarely done on an easy day. So we show you every niche as it stands, with its row, its
          height and its price, and we ask each question only once. If you would rather speak to someone, our staff can
          do all of it with you at the counter. <Link to={pathTo('about')}>{t`More about us and our halls`}</Link>
        </T>
      </p>
    </div>
  </section>
)

const steps = () => [
  {
    title: t`Create account`,
    words: t`Tell us who you are, once. A second step at sign-in keeps your family’s papers safe.`,
  },
  {
    title: t`Search niches`,
    words: t`Walk through hall, level and block on a map. Every niche shows whether it is free and what it costs.`,
  },
  {
    title: t`Book and pay`,
    words: t`Send one form, and the niche is held for you while you pay by card. The receipt reaches you by email.`,
  },
]

const GettingStarted = () => (
  <section aria-labelledby="getting-started" className={styles.section}>
    <h2 id="getting-started">{t`Getting Started`}</h2>
    <ol className={styles.steps}>
      {steps().map(({ title, words }, index) => (
        <li key={title} className={common.stack3}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p className={common.muted}>{words}</p>
        </li>
      ))}
    </ol>
  </section>
)

const families = () => [
  {
    words: t`We chose my mother’s place together, my sister in Perth and I here, both looking at the same map. It is by the window, where the morning comes in.`,
    who: t`The Tan family`,
    where: t`Toa Payoh`,
  },
  {
    words: t`I had dreaded the forms. There was one, it explained itself, and when I stopped half-way to cry it was still there the next hour.`,
    who: t`Anita Pereira`,
    where: t`Katong`,
  },
  {
    words: t`My parents pre-ordered two niches side by side. They joked about it all the way home. It was a gift to us to have it settled.`,
    who: t`Rajesh and Priya Nair`,
    where: t`Serangoon`,
  },
]

const Testimonials = () => (
  <section aria-labelledby="families" className={styles.section}>
    <h2 id="families">{t`What families say`}</h2>
    <ul className={styles.families}>
      {families().map(({ words, who, where }) => (
        <li key={who}>
          <figure className={`${common.stack4} ${styles.family}`}>
            <blockquote>{words}</blockquote>
            <figcaption>
              {t`${who}, `}
              <span>{where}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
)

const Closing = () => (
  <section className={`${common.stack4} ${common.surface} ${styles.closing}`}>
    <h2>{t`Whenever you are ready`}</h2>
    <p className={common.muted}>{t`Creating an account is free. Nothing is booked until you pay.`}</p>
    <ButtonLink to={pathTo('register')} variant="secondary">{t`Create an account`}</ButtonLink>
  </section>
)
