import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

import { renderAsync } from '@resvg/resvg-js'

const FONT_DIR = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'assets', 'fonts')
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(FONT_DIR, file))

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
