/** Where in the page an element stands: its parents, from inside out, and its index in each. */
type Places = readonly { parent: Element; index: number }[]

/** What says where one is when it gets the focus. Hidden headings are left out: the focus on one would be seen nowhere. */
const HEADINGS_AND_FIELDS =
  ':is(h1, h2, h3, input, select, textarea):not(:disabled, .hidden, header *)'
const WORDS = 'p:not(.field)'

/**
 * Keeps the keyboard's place below `root`. Where what has the focus is removed, the focus goes to the heading, the field or the first
 * words of what stands in its place, instead of to the beginning of the page; where it is only disabled for a while, it gets the focus
 * back. Moves no focus that is anywhere, and none that somebody has taken away themselves.
 */
export function followFocus(root: Element): void {
  let held: HTMLElement | undefined // what had the focus last, unless somebody has left it
  let places: Places = []

  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    held = target
    places = placesOf(target, root)
  })
  root.addEventListener('focusout', () =>
    queueMicrotask(() => {
      // Nobody has left what is removed or disabled, and a window that is left keeps its focus.
      if (held && isUsable(held) && document.activeElement !== held) held = undefined
    }),
  )
  new MutationObserver(() => {
    if (!held) return
    if (held.isConnected) places = placesOf(held, root)
    if (document.activeElement !== document.body) return
    if (!held.isConnected) bringFocus(nextOf(places))
    else if (isUsable(held)) held.focus()
  }).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

const isUsable = (element: Element) => element.isConnected && !element.matches(':disabled')

function placesOf(element: Element, root: Element): Places {
  const { parentElement: parent } = element
  if (element === root || !parent) return []
  return [{ parent, index: [...parent.children].indexOf(element) }, ...placesOf(parent, root)]
}

/** What stands nearest to where something was: in its own place, else in what held it. */
function nextOf(places: Places): HTMLElement | undefined {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue
    const inPlace = parent.children[Math.min(index, parent.children.length - 1)]
    const found =
      firstIn(inPlace, HEADINGS_AND_FIELDS) ??
      firstIn(inPlace, WORDS) ??
      firstIn(parent, HEADINGS_AND_FIELDS)
    if (found) return found
  }
  return undefined
}

function firstIn(place: Element | undefined, selector: string): HTMLElement | undefined {
  if (!place) return undefined
  return [place, ...place.querySelectorAll(selector)].find(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(selector) && each.checkVisibility(),
  )
}

/** Headings and words take the focus only from here, and are no stop of the Tab key. */
function bringFocus(element: HTMLElement | undefined): void {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus()
}
