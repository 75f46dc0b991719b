import { useLogo } from './house.ts'

/** The house's own logo, or ours. It stands beside the name, so it needs no text. Both have the same size, so nothing shifts. */
export function HouseLogo({ size = 34 }: { size?: number }) {
  const src = useLogo()
  return src ? (
    <img src={src} alt="" width={size} height={size} style={{ objectFit: 'contain' }} />
  ) : (
    <Logo size={size} />
  )
}

/** A dove in an arch. */
const Logo = ({ size = 34 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <Dove />
  </svg>
)

const Dove = () => (
  <>
    <path d="M6 29V14a10 10 0 0 1 20 0v15Z" />
    <path d="M10.5 22.5c4 .6 7.6-.4 9.2-3.6.9-1.8 .7-3.3 2.3-4.2-1.7-.9-3.3-.3-4 .9-1-2.2-3.2-3.7-5.7-3.8.2 2.9 1.3 4.7 3 5.8-1.3 2.2-2.8 3.7-4.8 4.9Z" />
  </>
)

/** For papers that are kept: the logo, with the name of the house around it in letters that fit the ring. */
export function HouseSeal({ name }: { name: string }) {
  const src = useLogo()
  return (
    <svg width="104" height="104" viewBox="0 0 120 120" fill="none" stroke="currentColor" aria-hidden="true">
      <defs>
        <path id="seal-ring" d="M14 60a46 46 0 1 1 92 0a46 46 0 1 1-92 0" />
      </defs>
      <circle cx="60" cy="60" r="58" strokeWidth="1.6" />
      <circle cx="60" cy="60" r="38" />
      <text fill="currentColor" stroke="none" fontSize={Math.min(9.5, 270 / name.length)} letterSpacing="0.6">
        <textPath href="#seal-ring" startOffset="25%" textAnchor="middle">
          {name}
        </textPath>
      </text>
      {src ? (
        <image href={src} x="38" y="38" width="44" height="44" />
      ) : (
        <g transform="translate(39 37) scale(1.31)" strokeWidth="1.4" strokeLinejoin="round">
          <Dove />
        </g>
      )}
    </svg>
  )
}
