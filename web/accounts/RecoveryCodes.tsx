import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Code } from '#web/ui/Code.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import styles from './RecoveryCodes.module.css'

/** The end of the address of the profile, after the offer to add a passkey. */
export const passkeysHash = '#passkeys'

interface RecoveryCodesProps {
  codes: readonly string[]
  done: string
  onDone: () => void
  /** A `PasskeyOffer`, where a passkey can be added. */
  passkey: ReactNode
}

/** Shown only once: not even staff can look the codes up later. */
export function RecoveryCodes({ codes, done, onDone, passkey }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <div className={common.stack5}>
      <Callout tone="warning">
        {t`They are shown only now. Please print them, or keep them where you keep other important papers.`}
      </Callout>
      <ul className={styles.list} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <div className={`${common.row3} ${common.middle} ${styles.actions}`}>
        <DownloadLink text={`${[t`Columba recovery codes`, text, t`Each works once.`].join('\n\n')}\n`} />
        <span className={styles.copy}>
          {t`Copy all`} <CopyButton text={text} what={t`all recovery codes`} />
        </span>
      </div>
      {passkey}
      <div>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </div>
  )
}

/** The children are the button that adds a passkey, or leads there. */
export const PasskeyOffer = ({ children }: { children: ReactNode }) => (
  <div className={`${common.stack2} ${common.start}`}>
    <p>{t`With a passkey, your fingerprint, your face or the lock of your screen takes the place of the code.`}</p>
    {children}
  </div>
)

function DownloadLink({ text }: { text: string }) {
  const [url, setUrl] = useState<string>()

  /** Object URLs must be revoked. */
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [text])

  return (
    <a className={styles.download} href={url} download="columba-recovery-codes.txt">
      <Download size={18} aria-hidden="true" /> {t`Download`}
    </a>
  )
}
