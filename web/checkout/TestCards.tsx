import { Button } from '#web/ui/Button.tsx'
import styles from './CardPayment.module.css'

const cards = [
  { number: '4242 4242 4242 4242', outcome: 'succeeds' },
  { number: '4000 0000 0000 0002', outcome: 'is declined' },
  { number: '4000 0000 0000 9995', outcome: 'has insufficient funds' },
  { number: '4000 0000 0000 5126', outcome: 'pays, but cannot be refunded' },
]

/** Saves visitors of the demo from looking up the test card numbers. */
export const TestCards = ({ onChoose }: { onChoose: (number: string) => void }) => (
  <details className={styles.tests}>
    <summary>Test cards for this demo</summary>
    <ul>
      {cards.map(({ number, outcome }) => (
        <li key={number}>
          <span>
            {number} {outcome}
          </span>
          <Button variant="quiet" small onClick={() => onChoose(number)} aria-label={`Use the card that ${outcome}`}>
            Use
          </Button>
        </li>
      ))}
    </ul>
  </details>
)
