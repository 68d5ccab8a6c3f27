import { toBase64, toUtf8 } from '@cosmjs/encoding'

/** A text as contracts hand it on. */
export const base64Text = (text: string): string => toBase64(toUtf8(text))
