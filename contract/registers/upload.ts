/** Several times the size of a town's register. */
export const maxRegisterBytes = 24 * 1024 * 1024
export const registerTooLargeMessage = 'The file is too large. At most 24 MB.'

/** How many problems a page shows; all of them are in the CSV file. */
export const shownProblems = 100
