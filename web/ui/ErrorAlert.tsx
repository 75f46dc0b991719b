import { Callout } from './Callout.tsx'

/** Why something was refused. The region is always there, so that screen readers announce what comes into it. */
export const ErrorAlert = ({ children }: { children: string | false | null | undefined }) => (
  <div role="alert">{children && <Callout tone="bad">{children}</Callout>}</div>
)
