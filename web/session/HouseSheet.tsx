import type { ReactNode } from 'react'
import { t } from '#contract/words/t.ts'
import { InBoth } from '#web/core/Both.tsx'
import { PrintedSheet, SheetHead } from '#web/ui/PrintedSheet.tsx'
import { HouseLogo, HouseSeal } from './HouseLogo.tsx'

interface HouseSheetProps {
  issuer: string
  /** The thing that its code opens, and where that is. */
  opens: 'page' | 'booking'
  path: string
  house: string
  /** The name and the number of the paper. */
  what: ReactNode
  amount: ReactNode
  status?: ReactNode
  children: ReactNode
}

/** A receipt, a bill or a statement, with what they have in common. */
export function HouseSheet({ issuer, opens, path, children, ...head }: HouseSheetProps) {
  const url = location.origin + path
  const opensBooking = opens === 'booking'
  return (
    <PrintedSheet
      issuer={issuer}
      code={{ value: url, title: opensBooking ? t`QR code that opens this booking` : t`QR code that opens this page` }}
      codeWords={
        opensBooking ? (
          <InBoth>
            Scan the code to open this booking, or go to <a href={url}>{url}</a>
          </InBoth>
        ) : (
          <InBoth>
            Scan the code to open this page, or go to <a href={url}>{url}</a>
          </InBoth>
        )
      }
      seal={<HouseSeal />}
    >
      <SheetHead logo={<HouseLogo size={44} />} {...head} />
      {children}
    </PrintedSheet>
  )
}
