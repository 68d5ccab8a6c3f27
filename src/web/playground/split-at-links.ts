/**
 * Cuts plain text where an address of the web begins and ends.
 * @example splitAtLinks('see https://a.b/c now') // 'see ', the link, ' now'
 */
export function splitAtLinks(text: string): { text: string; isLink: boolean }[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => ({ text: part, isLink: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
