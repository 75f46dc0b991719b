import type { ReactNode } from 'react'
import { PrintedSheet, SheetHead } from '#web/ui/PrintedSheet.tsx'
import { HouseLogo, HouseSeal } from './HouseLogo.tsx'

interface HouseSheetProps {
  issuer: string
  /** The thing that its code opens, `page` or `booking`, and where that is. */
  opens: string
  path: string
  house: string
  /** The name and the number of the paper. */
  what: string
  amount: ReactNode
  status?: ReactNode
  children: ReactNode
}

/** A receipt, a bill or a statement, with what they have in common. */
export function HouseSheet({ issuer, opens, path, children, ...head }: HouseSheetProps) {
  const url = location.origin + path
  return (
    <PrintedSheet
      issuer={issuer}
      code={{ value: url, title: `QR code that opens this ${opens}` }}
      codeWords={
        <>
          Scan the code to open this {opens}, or go to <a href={url}>{url}</a>
        </>
      }
      seal={<HouseSeal />}
    >
      <SheetHead logo={<HouseLogo size={44} />} {...head} />
      {children}
    </PrintedSheet>
  )
}
