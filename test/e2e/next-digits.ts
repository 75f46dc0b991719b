/** Each process begins somewhere else and counts, because among hundreds of random numbers two would sometimes be the same. */
let last = Math.floor(Math.random() * 1e7)

/** Seven digits for a number, an NRIC or an address that no other test has. */
export const nextDigits = () => {
  last = (last + 1) % 1e7
  return String(last).padStart(7, '0')
}
