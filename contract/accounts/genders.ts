/** This is a file of its own, because the page that registers somebody shows it before the rules of its form have loaded. */
export const genders = ['Male', 'Female'] as const
