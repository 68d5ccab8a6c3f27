import { existsSync, rmSync, writeFileSync } from 'node:fs'

import { pino } from 'pino'

import { createApi } from '../api/server.ts'
import { signerRoutes } from '../api/routes/signer-routes.ts'
import { ConfigurationError } from '../core/terms/configuration-error.ts'
import { setVariables } from '../core/terms/set-variables.ts'
import { createForwardClock } from '../services/flow/forward-clock.ts'
import { readSignerConfig } from '../signer/signer-config.ts'
import { addressFile, openSigner, readAddressFile } from '../wiring/open-signer.ts'
import { machineClock } from '../wiring/machine-clock.ts'
import { createLog } from '../wiring/create-log.ts'
import { readNetworkFile } from '../wiring/read-network-file.ts'
import { KEY_ADVICE, weaknessOfKey } from '../wiring/refuse-unsafe-start.ts'
import { readEnvironment, type Settings } from './read-settings.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Prices get old by it within this process, and caps are counted by the hub's time: where it begins does not matter. */
const NOTHING_KEPT = { at: undefined, keep: () => undefined }

/**
 * Runs the signer. With `beside` it ends when its standard input does, and leaves signals to whoever started it.
 * @throws {Error} the configuration cannot be used; says why
 */
export async function runSigner({
  beside,
  ...settings
}: Settings & { beside: boolean }): Promise<void> {
  // Whoever started it has read the configuration, and a .env that happens to be here may be another's.
  const environment = beside ? setVariables(process.env) : readEnvironment(settings)
  const config = readSignerConfig(environment)
  const network = readNetworkFile(config.network)
  const weakness = config.masters.newest && weaknessOfKey(config.masters.newest)
  if (!network.local && weakness)
    throw new ConfigurationError(
      `The signer does not start on the network ${network.name}: SIGNER_KEY ${weakness}. ${KEY_ADVICE.SIGNER_KEY}`,
    )
  const log = createLog(config.logLevel, pino.destination(2)) // standard output is for whoever waits for us
  const vault = {
    vaultKey: environment['VAULT_KEY'],
    vaultKeysOld: environment['VAULT_KEY_OLD']?.split(',').filter((key) => key !== '') ?? [],
  }
  const { signer, close } = openSigner({
    config,
    network,
    vault,
    log,
    now: createForwardClock({ ...machineClock, seen: NOTHING_KEPT }).now,
  })
  const { host, port, token } = config
  const api = createApi({ log, routes: [signerRoutes({ signer, token })] })
  const { url } = await api.start({ port, host, variable: 'SIGNER_PORT' })
  const file = addressFile(config.dir)
  writeFileSync(file, JSON.stringify({ url, token }), { mode: 0o600 })
  // One that was started on the same folder since has written its own.
  const isOurs = () => existsSync(file) && readAddressFile(file).url === url
  const stop = async () => {
    if (isOurs()) rmSync(file, { force: true })
    await api.stop()
    close()
  }
  if (beside) {
    const end = () => void stop().then(() => process.exit(0))
    process.stdin.on('end', end).on('error', end).resume()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  } else stopOnSignal(stop)
  log.info({ keys: await signer.keyIds() }, 'claims are signed for')
  console.log(`vouch signer ready ${url}`)
}
