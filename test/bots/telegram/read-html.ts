/** A stretch of a message that Telegram shows in a special way. */
export type Entity = { type: string; text: string; url?: string }

const TAGS = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'code',
  'pre',
  'a',
  'blockquote',
  'tg-time',
])
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/**
 * Reads a message as Telegram does with `parse_mode: HTML`: what people see, the entities of the markup, and the
 * mentions, links, hashtags and commands that Telegram finds in plain words by itself.
 * @throws {Error} with Telegram's words, for markup it refuses
 */
export function readHtml(html: string): { text: string; entities: Entity[]; found: string[] } {
  const open: { tag: string; at: number; url?: string }[] = []
  const entities: Entity[] = []
  let text = ''
  for (let at = 0; at < html.length;) {
    if (html[at] === '<') {
      const tag = /^<(\/?)([a-z-]+)(?: href="([^"<>]*)"| unix="\d+" format="[wdDtTr]+")?>/.exec(
        html.slice(at),
      )
      if (!tag?.[2] || !TAGS.has(tag[2]))
        throw new Error(`can't parse entities: Unsupported start tag at byte offset ${at}`)
      if (tag[1] === '')
        open.push({
          tag: tag[2],
          at: text.length,
          ...(tag[3] === undefined ? {} : { url: decode(tag[3]) }),
        })
      else {
        const opened = open.pop()
        if (opened?.tag !== tag[2])
          throw new Error(`can't parse entities: Unmatched end tag at byte offset ${at}`)
        entities.push({
          type: opened.tag,
          text: text.slice(opened.at),
          ...(opened.url === undefined ? {} : { url: opened.url }),
        })
      }
      at += tag[0].length
    } else {
      const next = html.indexOf('<', at)
      const end = next === -1 ? html.length : next
      text += decode(html.slice(at, end))
      at = end
    }
  }
  if (open.length > 0)
    throw new Error(
      `can't parse entities: Can't find end tag corresponding to start tag "${open.at(-1)?.tag}"`,
    )
  const found = [
    ...text.matchAll(/(?<![\w])@[A-Za-z]\w{2,31}/g),
    ...text.matchAll(
      /https?:\/\/[^\s]+|(?<![\w.@])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|me|io)\b/gi,
    ),
    ...text.matchAll(/(?<![\w&])#\w+/g),
    ...text.matchAll(/(?<=^|\s)\/[a-z]\w*/gim),
  ].map(([match]) => match)
  return { text, entities, found }
}

function decode(words: string): string {
  return words.replaceAll(
    /&(?:#(\d+)|(\w+));/g,
    (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  )
}
