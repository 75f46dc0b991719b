/** For fields into which a code is typed or scanned. */
export const codeInput = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
