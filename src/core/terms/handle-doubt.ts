/**
 * Why only the sender of a claim can say who is meant. `changed`: the handle had several accounts, or was given up by its only
 * one; `stale`: it was seen too long ago to be the same account's for sure.
 */
export const HANDLE_DOUBTS = ['changed', 'stale'] as const
export type HandleDoubt = (typeof HANDLE_DOUBTS)[number]
