/** A wallet does not know the chain, or the page has to reach it itself, and the service names no public node of it. */
export class NoPublicNodeError extends Error {}
