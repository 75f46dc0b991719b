import { useState } from 'react'
import { flushSync } from 'react-dom'
import { FindForm, type FoundPerson, findApi } from '#contract/find/api.ts'
import { t } from '#contract/words/t.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { NicheWay } from '#web/niches/NicheWay.tsx'
import { TelephoneLink } from '#web/session/ContactLinks.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Page } from '#web/ui/Page.tsx'
import { Slip } from './Slip.tsx'

export function FindPage() {
  const [found, setFound] = useState<{ people: FoundPerson[]; search: number }>()
  return (
    <div className={`${common.width} ${common.visitors} ${common.unpadded}`}>
      <Page
        title={t`Find someone`}
        breadcrumb={false}
        narrow
        intro={
          <span data-screen-only>
            {t`Enter the full name and the year of death, and we show you the way to the niche.`}
          </span>
        }
      >
        <div data-screen-only>
          <FindPersonForm onFound={(people) => setFound((last) => ({ people, search: (last?.search ?? 0) + 1 }))} />
        </div>
        <div role="status" data-screen-only>
          {found && <Summary key={found.search} people={found.people} />}
        </div>
        {found && <Slips key={found.search} people={found.people} />}
      </Page>
    </div>
  )
}

function FindPersonForm({ onFound }: { onFound: (people: FoundPerson[]) => void }) {
  const form = useZodForm(FindForm, { name: '', diedIn: '' })
  const find = useApiMutation(findApi.find, { onSuccess: onFound })
  return (
    <Form form={form} onSubmit={(body) => find.mutateAsync({ body })} label={t`Find someone`}>
      <TextField
        label={t`Full name`}
        help={t`As it is written on the niche, in one script or both. Hyphens, the order of the words, and traditional or simplified characters do not matter.`}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={200}
        {...form.field('name')}
      />
      <TextField
        label={t`Year of death`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        placeholder={t`YYYY`}
        {...form.field('diedIn')}
      />
      <FormActions submit={t`Find`} />
    </Form>
  )
}

/** Says the same whether there is nobody or somebody who is not shown. */
function Summary({ people }: { people: FoundPerson[] }) {
  if (people.length === 0)
    return (
      <Callout title={t`Nobody was found with this name and year of death`}>
        <p>
          <T>
            Please check the spelling and the year. Our staff at the counter are glad to help you, or call{' '}
            <TelephoneLink />.
          </T>
        </p>
      </Callout>
    )
  if (people.length === 1) return <p>{t`We found one person.`}</p>
  return (
    <Callout tone="warning" title={t`${people.length} people have this name and year of death`}>
      <p>
        <T>
          Please compare the years and the places before you go. If you are not sure, our staff are glad to help you.
        </T>
      </p>
    </Callout>
  )
}

function Slips({ people }: { people: FoundPerson[] }) {
  const [printed, setPrinted] = useState<string>()
  const print = (nicheCode: string) => {
    flushSync(() => setPrinted(nicheCode))
    window.print()
  }
  return (
    <ul className={common.stack5}>
      {people.map((person) => (
        <li key={person.nicheCode} data-screen-only={printed && printed !== person.nicheCode ? true : undefined}>
          <Slip person={person} onPrint={() => print(person.nicheCode)}>
            <NicheWay niche={person} />
          </Slip>
        </li>
      ))}
    </ul>
  )
}
