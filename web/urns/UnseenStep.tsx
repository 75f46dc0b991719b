import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { type CheckProps, type Scanned, useCheck } from './confirm-move.ts'
import { moveTitles } from './move-words.ts'
import { StepCard } from './StepCard.tsx'

interface UnseenStepProps extends CheckProps {
  scanned: Scanned
  /** Why the move was refused. */
  sentence: string
  onCancel: () => void
}

/** Leads on from a move of an urn that nobody has seen yet: the two people at the wall see it here and now. */
export function UnseenStep({ scanned, sentence, onCancel, ...props }: UnseenStepProps) {
  const { role } = useSignedIn()
  const [refusal, setRefusal] = useState('')
  const { check, isPending } = useCheck(props)
  const see = () => check({ ...scanned, event: 'see' }).catch((error: unknown) => setRefusal(toErrorMessage(error)))
  return (
    <StepCard title="First see the urn" scanned={scanned}>
      <p>{sentence}</p>
      <p>
        If both of you are at the niche, you can do that now, each on your own device.
        {role !== 'witness' && (
          <>
            {' '}
            Otherwise the urn is seen when its block is counted in a <Link to={pathTo('stockTake')}>stock-take</Link>.
          </>
        )}
      </p>
      <ErrorAlert>{refusal}</ErrorAlert>
      <FormActions onCancel={onCancel}>
        <Button busy={isPending} onClick={see}>
          {moveTitles.see}
        </Button>
        <ButtonLink variant="secondary" to={pathTo('urnCheck', { event: 'disprove', tag: scanned.tag })}>
          {moveTitles.disprove}
        </ButtonLink>
      </FormActions>
    </StepCard>
  )
}
