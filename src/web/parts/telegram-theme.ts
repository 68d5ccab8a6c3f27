import { telegramTheme } from './telegram-launch.ts'

/** Telegram's colours by its own names, as `#rrggbb`. */
type TelegramColors = Partial<Record<string, string>>

/** Our colours by the names of look.css: those that we write in, and those that something is written on. */
type Text = 'ink' | 'ink-soft' | 'accent' | 'accent-ink' | 'good' | 'bad'
type Ground =
  | 'paper'
  | 'surface'
  | 'surface-low'
  | 'accent-wash'
  | 'warn-wash'
  | 'bad-wash'
  | 'accent'
/** As CSS writes them: `#rrggbb` or `rgb(r, g, b)`. */
export type Colors = Readonly<Record<Text | Ground, string>>

const WRITTEN_ON: Readonly<Record<Text, readonly Ground[]>> = {
  ink: ['paper', 'surface', 'surface-low', 'accent-wash', 'warn-wash', 'bad-wash'],
  'ink-soft': ['paper', 'surface', 'surface-low', 'accent-wash'],
  accent: ['paper', 'surface', 'surface-low', 'accent-wash'],
  'accent-ink': ['accent'],
  good: ['surface-low'],
  bad: ['surface-low'],
}

/** Which of Telegram's colours take the place of which of ours. Those of a row only fit together. */
const TAKEN: readonly Partial<Record<keyof Colors, string>>[] = [
  {
    ink: 'text_color',
    paper: 'secondary_bg_color',
    surface: 'bg_color',
    'surface-low': 'secondary_bg_color',
  },
  { 'ink-soft': 'hint_color' },
  { accent: 'button_color', 'accent-ink': 'button_text_color' },
]

/** Of text and what it stands on: WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5

/**
 * Has the page be light or dark as the Telegram around it is, and in its colours as far as they can be read. Changes nothing where
 * Telegram did not open it, or said nothing that makes sense.
 */
export function followTelegramTheme(): void {
  const theirs = readTelegramColors(telegramTheme() ?? '')
  const background = theirs['bg_color']
  if (background === undefined) return
  const root = document.documentElement
  root.dataset['scheme'] = schemeOf(background)
  for (const [name, color] of Object.entries(readableColors(ownColors(), theirs)))
    root.style.setProperty(`--${name}`, color)
}

/** Our colours as they are now, in the scheme that the page has. */
function ownColors(): Colors {
  const probe = document.body.appendChild(document.createElement('i'))
  const read = (name: keyof Colors) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const colors: Colors = {
    ink: read('ink'),
    'ink-soft': read('ink-soft'),
    accent: read('accent'),
    'accent-ink': read('accent-ink'),
    good: read('good'),
    bad: read('bad'),
    paper: read('paper'),
    surface: read('surface'),
    'surface-low': read('surface-low'),
    'accent-wash': read('accent-wash'),
    'warn-wash': read('warn-wash'),
    'bad-wash': read('bad-wash'),
  }
  probe.remove()
  return colors
}

/** The colours in `tgWebAppThemeParams`; none where that is something else. */
export function readTelegramColors(json: string): TelegramColors {
  try {
    const parsed: unknown = JSON.parse(json)
    return Object.fromEntries(
      Object.entries(parsed ?? {}).filter(
        ([, color]) => typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color),
      ),
    )
  } catch {
    return {}
  }
}

/** Whether a background is a dark one: whether white can be read on it better than black. */
export const schemeOf = (background: string): 'light' | 'dark' =>
  contrast(background, '#ffffff') > contrast(background, '#000000') ? 'dark' : 'light'

/** What is to be taken of Telegram's colours. Left out is whatever would make something unreadable that we write. */
export function readableColors(own: Colors, theirs: TelegramColors): Partial<Colors> {
  let taken: Partial<Colors> = {}
  for (const row of TAKEN) {
    const colors = Object.entries(row).map(([name, source]) => [name, theirs[source]] as const)
    if (colors.some(([, color]) => color === undefined)) continue
    const more = { ...taken, ...Object.fromEntries(colors) }
    if (isReadable({ ...own, ...more })) taken = more
  }
  return taken
}

const isReadable = (colors: Colors) =>
  Object.entries(WRITTEN_ON).every(([text, grounds]) =>
    grounds.every(
      (ground) => contrast(colors[text as keyof Colors], colors[ground]) >= LEAST_CONTRAST, // keys of WRITTEN_ON are names of colours
    ),
  )

/** How well one colour can be told from the other, 1 to 21: WCAG's contrast ratio. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG's relative luminance, 0 to 1. */
function luminance(color: string): number {
  const parts = color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
