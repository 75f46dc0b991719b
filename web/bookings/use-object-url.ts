import { useEffect, useState } from 'react'

/** Object URLs keep the file in memory until they are revoked, hence the effect. */
export function useObjectURL(file: Blob): string | undefined {
  const [url, setURL] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setURL(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
