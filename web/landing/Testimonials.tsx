import styles from './Testimonials.module.css'

const families = [
  {
    words:
      'We chose my mother’s place together, my sister in Perth and I here, both looking at the same map. It is by the window, where the morning comes in.',
    who: 'The Tan family',
    where: 'Toa Payoh',
  },
  {
    words:
      'I had dreaded the forms. There was one, it explained itself, and when I stopped half-way to cry it was still there the next hour.',
    who: 'Anita Pereira',
    where: 'Katong',
  },
  {
    words:
      'My parents pre-ordered two niches side by side. They joked about it all the way home. It was a gift to us to have it settled.',
    who: 'Rajesh and Priya Nair',
    where: 'Serangoon',
  },
]

export const Testimonials = () => (
  <section aria-labelledby="families" className={styles.section}>
    <h2 id="families">What families say</h2>
    <ul className={styles.list}>
      {families.map(({ words, who, where }) => (
        <li key={who}>
          <figure className={styles.family}>
            <blockquote>{words}</blockquote>
            <figcaption>
              {who}, <span>{where}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
)
