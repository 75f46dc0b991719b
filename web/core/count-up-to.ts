/** The length of a list that the server cuts at so many rows. */
export const countUpTo = ({ length }: readonly unknown[], most: number) => (length < most ? length : `${most} or more`)
