import { useEffect, useState } from 'react'

/** The browser keeps the file in memory until its address is given back, which is what the effect is for. */
export function useObjectURL(file: Blob): string | undefined {
  const [url, setURL] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setURL(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
