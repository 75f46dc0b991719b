import styles from './Facade.module.css'

const columns = [0, 1, 2, 3]
const rows = [0, 1, 2, 3]
const glowing = { column: 2, row: 1 }

/** A wall of niches in morning light; one of them is empty, and lit. */
export const Facade = () => (
  <svg className={styles.facade} viewBox="0 0 480 560" aria-hidden="true">
    <defs>
      <clipPath id="facade-frame">
        <path d="M0 560V240a240 240 0 0 1 480 0v320Z" />
      </clipPath>
      <path id="facade-arch" d="M0 96V36a36 36 0 0 1 72 0v60Z" />
      <path id="facade-recess" d="M8 96V38a28 28 0 0 1 56 0v58Z" />
      <radialGradient id="facade-lamp" cx="50%" cy="62%" r="70%">
        <stop offset="0" className={styles.lampCore} />
        <stop offset="1" className={styles.lampEdge} />
      </radialGradient>
      <radialGradient id="facade-halo">
        <stop offset="0" className={styles.haloCore} />
        <stop offset="1" className={styles.haloEdge} />
      </radialGradient>
      <linearGradient id="facade-beam" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" className={styles.beamCore} />
        <stop offset=".8" className={styles.haloEdge} />
      </linearGradient>
    </defs>
    <g clipPath="url(#facade-frame)">
      <rect className={styles.wall} width="480" height="560" />
      {rows.flatMap((row) => columns.map((column) => <Niche key={`${column}-${row}`} column={column} row={row} />))}
      <circle cx="290" cy="236" r="150" fill="url(#facade-halo)" />
      <path d="M-40 -20 150 -20 520 470 520 620 300 620Z" fill="url(#facade-beam)" />
    </g>
    <path className={styles.frame} d="M.75 559.25V240a239.25 239.25 0 0 1 478.5 0v319.25Z" />
  </svg>
)

function Niche({ column, row }: { column: number; row: number }) {
  const isGlowing = column === glowing.column && row === glowing.row
  const isClosed = (column * 3 + row * 5) % 7 < 4
  return (
    <g transform={`translate(${39 + column * 110} ${40 + row * 136})`}>
      <use href="#facade-arch" className={styles.arch} />
      <use href="#facade-recess" className={isClosed ? styles.plate : styles.recess} />
      {isGlowing ? <use href="#facade-recess" fill="url(#facade-lamp)" /> : isClosed && <Plate />}
      <path className={styles.ledge} d="M-8 97h88" />
    </g>
  )
}

/** A closed niche: a small cross of lines for a name, and a flower. */
const Plate = () => <path className={styles.inscription} d="M25 50h22M21 58h30M28 66h16" />
