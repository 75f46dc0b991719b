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

/** The logo in a ring of beads, on papers that are kept. */
export function HouseSeal() {
  const src = useLogo()
  return (
    <svg width="104" height="104" viewBox="0 0 120 120" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="60" cy="60" r="58" strokeWidth="1.6" />
      <circle cx="60" cy="60" r="49" strokeWidth="5" strokeLinecap="round" strokeDasharray="0 10.26" />
      <circle cx="60" cy="60" r="40" />
      {src ? (
        <image href={src} x="36" y="36" width="48" height="48" />
      ) : (
        <g transform="translate(36 34) scale(1.5)" strokeWidth="1.4" strokeLinejoin="round">
          <Dove />
        </g>
      )}
    </svg>
  )
}
