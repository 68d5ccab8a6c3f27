/** Where a page draws itself. */
export function mountPoint(): HTMLElement {
  const element = document.getElementById('page')
  if (!element) throw new Error('the page has no #page to draw into')
  return element
}

/** The id at the end of `/sign/<id>` and `/claim/<id>`. */
export function lastPathSegment(): string {
  return decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')
}
