/** A dove in an arch, in two strokes. */
export const Logo = ({ size = 34 }: { size?: number }) => (
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
    <path d="M6 29V14a10 10 0 0 1 20 0v15Z" />
    <path d="M10.5 22.5c4 .6 7.6-.4 9.2-3.6.9-1.800 .7-3.300 2.300-4.200-1.700-.9-3.300-.3-4 .9-1-2.200-3.200-3.700-5.700-3.800.2 2.900 1.300 4.700 3 5.800-1.300 2.200-2.800 3.700-4.800 4.900Z" />
  </svg>
)
