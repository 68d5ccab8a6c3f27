/** The chain looked at a signed transaction and did not take it: nothing was sent. */
export class BroadcastRefusedError extends Error {}

/** A wallet does not know the chain, or the page has to reach it itself, and the service names no public node of it. */
export class NoPublicNodeError extends Error {}
