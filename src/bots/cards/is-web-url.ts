/** Whether a link leads to the web, as everybody's may; one of another kind has to be one that we know. */
export function isWebUrl(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}
