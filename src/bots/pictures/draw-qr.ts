import { toString } from 'qrcode'

/** A text as a QR code with its quiet border: SVG. Medium correction, so that it is read off a screen with a smear. */
export function drawQr(text: string): Promise<string> {
  return toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4, width: 360 })
}
