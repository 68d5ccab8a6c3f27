/** A stop that hangs ends anyway: everything that counts is in the database already. */
const STOP_LIMIT_MS = 10_000

/** Ends the process in order on SIGTERM and Ctrl-C. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    void stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
