/** Who looks at which chat. It stands in the address (`#bobby/private`), so that two tabs can be two people. */
export type Place = { persona: string; chat: 'lobby' | 'private' }

/** Reads the place of an address's fragment; the first persona in the lobby when it names nobody we know, or cannot be decoded. */
export function readPlace(hash: string, personas: readonly string[]): Place {
  const [persona, chat] = decoded(hash.replace(/^#/, '')).split('/')
  const known = personas.find((name) => name === persona) ?? personas[0] ?? ''
  return { persona: known, chat: chat === 'private' ? 'private' : 'lobby' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

export function writePlace({ persona, chat }: Place): string {
  return `#${encodeURIComponent(persona)}${chat === 'private' ? '/private' : ''}`
}

/** The chat's id on the server. */
export function chatId({ persona, chat }: Place): string {
  return chat === 'lobby' ? 'lobby' : `dm:${persona}`
}

/** A sign link opened from here offers to sign as this persona; every other link stays as it is. */
export function linkAs(persona: string, url: string): string {
  const { pathname, hash } = new URL(url)
  return pathname.startsWith('/sign/') && hash === ''
    ? `${url}#as=${encodeURIComponent(persona)}`
    : url
}

/** A persona as people write a name: `Alice`. */
export function showName(persona: string): string {
  return `${persona.slice(0, 1).toUpperCase()}${persona.slice(1)}`
}
