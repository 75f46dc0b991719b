import { useCallback, useEffect, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { withParams } from '#web/core/with-params.ts'

const pauseMs = 300

/**
 * Text that the URL keeps, for a field in which people type. The URL changes only after a pause and a little later than asked,
 * so the field shows what was typed until the URL has it too. While another page loads it does not change, because that would end the loading.
 */
export function useUrlDraft(inUrl: string, writeUrl: (text: string) => void): [string, (text: string) => void] {
  const [draft, setDraft] = useState<string>()
  if (draft === inUrl) setDraft(undefined)

  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (draft === undefined || isLeaving) return
    const timer = setTimeout(() => writeUrl(draft), pauseMs)
    return () => clearTimeout(timer)
  }, [draft, writeUrl, isLeaving])

  return [draft ?? inUrl, setDraft]
}

/** The fields of a filter that the URL keeps, so that a link or a reload shows the same list. `search` has what the URL says. */
export function useUrlFilter() {
  const [search, setSearch] = useSearchParams()
  const writeUrl = useCallback((text: string) => setSearch(text, { replace: true }), [setSearch])
  const [draft, setDraft] = useUrlDraft(search.toString(), writeUrl)
  const field = (name: string) => ({
    value: new URLSearchParams(draft).get(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft(withParams(new URLSearchParams(draft), { [name]: target.value }).toString()),
  })
  return { search, field }
}
