/**
 * Somebody may have registered with a sentence or an address as their name, so that we send it to others. Names have letters of any script,
 * and at most three digits; a full stop, a slash or an @ stands as in `S. Nair`, `s/o` and `Tan @ Lim`.
 */
const isName = (text: string) =>
  /^[\p{L}\p{M}\p{N}’‘'"“”()（）&/@,.·・ -]{1,80}$/u.test(text) &&
  text.split(/\s+/).length <= 10 &&
  !/(\p{N}[^\p{N}]*){4}/u.test(text) &&
  !/(?<!(^|[^\p{L}])\p{Lu})\.(?=[\p{L}\p{N}])|\.\p{Ll}/u.test(text) &&
  !/\/(?!\p{L}([^\p{L}]|$))|(?<!(^|\s)\p{L})\/|\S@|@\S/u.test(text)

/** The name, or something neutral if no person is called like that. */
export const nameOr = (otherwise: string, name: string) => (isName(name.trim()) ? name.trim() : otherwise)

/** Mail programs make links of what looks like an address. An invisible space in it keeps them from that; ours are buttons. */
export const withoutLinks = (text: string) =>
  text
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, `.${invisibleSpace}`)
    .replace(/:(?=\/\/)|(?<=\S)@(?=\S)/g, (sign) => `${sign}${invisibleSpace}`)
const invisibleSpace = '\u200b'

/** The name in sentences and facts about a booking. */
export const nameBeneficiary = (bookingID: string, name: string) => nameOr(`the person of booking ${bookingID}`, name)
