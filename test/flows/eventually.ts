import { expect } from 'vitest'

/** Waits for something that chains do in their own time. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits the matcher
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 50 })
