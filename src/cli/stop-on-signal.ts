/** A stop that hangs ends anyway: everything that counts is in the database already. */
const STOP_LIMIT_MS = 10_000

/** Ends the process in order on SIGTERM and Ctrl-C, and when the returned function is called. */
export function stopOnSignal(stop: () => Promise<unknown>): (code: number) => void {
  let isStopping = false
  const end = (code: number) => {
    if (isStopping) return
    isStopping = true
    const giveUp = () => {
      console.error(
        `not everything ended within ${STOP_LIMIT_MS} ms; what was begun goes on at the next start`,
      )
      process.exit(1)
    }
    setTimeout(giveUp, STOP_LIMIT_MS).unref()
    void stop().then(() => process.exit(code))
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  return end
}
