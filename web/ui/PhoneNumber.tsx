import styles from './PhoneNumber.module.css'

export const PhoneNumber = ({ number }: { number: string }) => <div className={styles.phone}>{number}</div>
