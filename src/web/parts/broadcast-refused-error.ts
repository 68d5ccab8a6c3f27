/** The chain looked at a signed transaction and did not take it: nothing was sent. */
export class BroadcastRefusedError extends Error {}
