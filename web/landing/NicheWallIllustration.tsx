import styles from './NicheWallIllustration.module.css'

/** The niches of the drawn wall, row by row: closed, empty or lit, and none where the frame curves in. */
const wall = [
  'none closed empty none',
  'empty closed lit closed',
  'closed closed closed empty',
  'closed empty closed closed',
]

const niches = wall
  .flatMap((row, rowIndex) =>
    row.split(' ').map((kind, column) => ({ kind, x: 42 + column * 108, y: 46 + rowIndex * 134 })),
  )
  .filter(({ kind }) => kind !== 'none')

/** A wall of niches in morning light; one of them is empty and lit. */
export const NicheWallIllustration = () => (
  <svg className={styles.facade} viewBox="0 0 480 580" aria-hidden="true">
    <defs>
      <clipPath id="facade-frame">
        <path d="M0 580V240a240 240 0 0 1 480 0v340Z" />
      </clipPath>
      <path id="facade-arch" d="M0 98V36a36 36 0 0 1 72 0v62Z" />
      <path id="facade-recess" d="M8 98V38a28 28 0 0 1 56 0v60Z" />
      <radialGradient id="facade-lamp" cx="50%" cy="70%" r="75%">
        <stop offset="0" stopColor="var(--facade-flame)" />
        <stop offset="1" stopColor="var(--facade-lamp)" />
      </radialGradient>
      <radialGradient id="facade-halo">
        <stop offset="0" stopColor="var(--facade-lamp)" stopOpacity="0.75" />
        <stop offset="1" stopColor="var(--facade-lamp)" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="facade-morning" x1="0" y1="0" x2=".7" y2="1">
        <stop offset="0" stopColor="var(--facade-flame)" stopOpacity="var(--facade-morning)" />
        <stop offset=".75" stopColor="var(--facade-flame)" stopOpacity="0" />
      </linearGradient>
    </defs>
    <g clipPath="url(#facade-frame)">
      <rect width="480" height="580" fill="var(--stone)" />
      <rect width="480" height="580" fill="url(#facade-morning)" />
      {niches.map(({ kind, x, y }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          {kind === 'lit' && <circle cx="36" cy="60" r="118" fill="url(#facade-halo)" />}
          <use href="#facade-arch" fill="var(--facade-stone)" stroke="var(--facade-edge)" />
          {kind === 'closed' && <ClosedNiche />}
          {kind === 'empty' && <use href="#facade-recess" fill="var(--facade-shade)" />}
          {kind === 'lit' && <use href="#facade-recess" fill="url(#facade-lamp)" />}
          <path d="M-9 99h90" stroke="var(--facade-edge)" strokeWidth="2" strokeLinecap="round" />
        </g>
      ))}
    </g>
    <path
      d="M.75 579.25V240a239.25 239.25 0 0 1 478.5 0v339.25Z"
      fill="none"
      stroke="var(--stone-deep)"
      strokeWidth="1.5"
    />
  </svg>
)

/** A plate with a name and two dates. */
const ClosedNiche = () => (
  <>
    <use href="#facade-recess" fill="var(--facade-plate)" stroke="var(--facade-edge)" />
    <path d="M22 56h28M27 65h18" fill="none" stroke="var(--facade-edge)" strokeWidth="2" strokeLinecap="round" />
  </>
)
