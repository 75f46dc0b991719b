/** An e-mail address that wraps before its @ when it must. */
export function Email({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0)
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
