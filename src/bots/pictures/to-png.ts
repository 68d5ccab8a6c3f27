import { createRequire } from 'node:module'

import { renderAsync } from '@resvg/resvg-js'

const { resolve } = createRequire(import.meta.url)
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) =>
  resolve(`dejavu-fonts-ttf/ttf/${file}`),
)

/** Twice its size, for the screens of phones. */
const ZOOM = 2

/** A picture for platforms that show no SVG, with fonts of our own: the machine's may be none. */
export async function toPng(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: ZOOM },
    font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' },
  })
  return image.asPng()
}
