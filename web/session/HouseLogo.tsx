import { Logo } from '#web/ui/Logo.tsx'
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
