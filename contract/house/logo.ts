/** SVG is not among them, because it can carry scripts. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof logoTypes)[number]

/** The limit is low, because every visitor loads the logo. */
export const maxLogoBytes = 512 * 1024

export const wrongLogoMessage = 'Please choose a PNG, JPEG or WebP picture.'
export const logoTooLargeMessage = 'Please choose a file of at most 512 kB.'

export const logoFiles = { logo: { missing: 'Please choose a picture.' } }
