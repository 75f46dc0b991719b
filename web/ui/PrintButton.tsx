import { Button } from './Button.tsx'

/** Prints the page, and is not printed itself. */
export const PrintButton = ({ children }: { children: string }) => (
  <span data-screen-only>
    <Button variant="secondary" onClick={() => window.print()}>
      {children}
    </Button>
  </span>
)
