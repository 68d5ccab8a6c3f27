import { create } from 'qrcode'

import { qrPath } from '../../core/terms/qr-path.ts'
import { INK, svg } from './svg.ts'

/** Pixels of one module, and modules of white around a code, without which readers miss it. */
const MODULE = 8
const BORDER = 4

/** A text as a QR code that is read off a screen. @throws {Error} over 2,331 bytes */
export function drawQr(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = (modules.size + 2 * BORDER) * MODULE
  return svg(side, side, [
    `<path transform="scale(${MODULE}) translate(${BORDER} ${BORDER})" d="${qrPath(modules)}" fill="${INK}" shape-rendering="crispEdges"/>`,
  ])
}
