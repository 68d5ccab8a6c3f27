/** Whom a wallet is linked to by a text, on which site, and until when that can be done. */
export type LinkText = {
  host: string
  address: string
  /** The platform, as people call it. */
  place: string
  handle: string | undefined
  userId: string
  expiresAt: Date
}

const LINES = [
  /^(?<host>\S+) wants you to sign in with your (?:Ethereum|Cosmos) account:$/,
  /^(?<address>\S+)$/,
  /^$/,
  /^Link this wallet to the (?<place>\S+) account (?:(?<handle>@\S+), )?id (?<userId>\S+)\. This moves nothing and costs nothing\.$/,
  /^$/,
  /^URI: \S+$/,
  /^Version: 1$/,
  /^Chain ID: \S+$/,
  /^Nonce: [A-Za-z0-9]+$/,
  /^Issued At: \S+$/,
  /^Expiration Time: (?<expiresAt>\S+)$/,
]

/** Reads what `linkMessage` has written, every line of it; `undefined` for any other text. Pure. */
export function readLinkMessage(text: string): LinkText | undefined {
  const lines = text.split('\n')
  if (lines.length !== LINES.length) return undefined
  const said: Record<string, string | undefined> = {}
  for (const [index, line] of lines.entries()) {
    const read = LINES[index]?.exec(line)
    if (!read) return undefined
    Object.assign(said, read.groups)
  }
  const { host = '', address = '', place = '', handle, userId = '', expiresAt = '' } = said
  const end = new Date(expiresAt)
  if (Number.isNaN(end.getTime())) return undefined
  return { host, address, place, handle, userId, expiresAt: end }
}
