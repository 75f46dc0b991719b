import { Fragment } from 'react'

/** An email address, alone or among other words, that wraps after a dot or before its @ when it must. */
export const Email = ({ address }: { address: string }) =>
  address.split(/(?<=\.)|(?=@)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address do not move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
