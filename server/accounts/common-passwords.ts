export const isCommonPassword = (p: string) => p === 'password'
