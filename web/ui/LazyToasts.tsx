import { useEffect } from 'react'
import styles from './LazyToasts.module.css'
import { forgetPlainToast, useToasts } from './toast.ts'

/** Where toasts appear. If the library cannot be loaded, messages are shown without it. */
export function LazyToasts({ autoClose }: { autoClose: number }) {
  const { Place, plain } = useToasts()
  return (
    <>
      {Place && <Place autoClose={autoClose} />}
      {plain.length > 0 && (
        <div role="alert" className={styles.plain}>
          {plain.map(({ id, words }) => (
            <PlainToast key={id} id={id} words={words} autoClose={autoClose} />
          ))}
        </div>
      )}
    </>
  )
}

function PlainToast({ id, words, autoClose }: { id: number; words: string; autoClose: number }) {
  useEffect(() => {
    const timer = setTimeout(() => forgetPlainToast(id), autoClose)
    return () => clearTimeout(timer)
  }, [id, autoClose])
  return <p>{words}</p>
}
