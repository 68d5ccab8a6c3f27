/** A file of this page cannot be had: the connection failed, or newer pages have taken its place on the server since this one was loaded. */
export class PartMissingError extends Error {}

/**
 * Loads what of a page only some of its readers need: `load` is an `import()`.
 * @throws {PartMissingError}
 * @example const { drawQr } = await loadPart(() => import('./draw-qr.ts'))
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    throw new PartMissingError('a part of this page cannot be loaded', { cause })
  }
}
