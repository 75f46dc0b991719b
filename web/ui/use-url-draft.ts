import { useEffect, useState } from 'react'

const pauseMs = 300

/**
 * Text that the URL keeps, for a field in which people type. The URL changes only after a pause and a little later than asked,
 * so the field shows what was typed until the URL has it too.
 */
export function useUrlDraft(inUrl: string, writeUrl: (text: string) => void): [string, (text: string) => void] {
  const [draft, setDraft] = useState<string>()
  if (draft === inUrl) setDraft(undefined)

  useEffect(() => {
    if (draft === undefined) return
    const timer = setTimeout(() => writeUrl(draft), pauseMs)
    return () => clearTimeout(timer)
  }, [draft, writeUrl])

  return [draft ?? inUrl, setDraft]
}
