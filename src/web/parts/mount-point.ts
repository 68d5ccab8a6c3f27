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

/** Loads the page anew when another fragment stands in its address, which loads nothing by itself: a whole link put in where a part of it was open. */
export function reloadOnFragment(): void {
  addEventListener('hashchange', () => location.reload())
}
