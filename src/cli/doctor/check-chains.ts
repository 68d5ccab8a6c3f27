import { createChainAccess } from '../../chains/chain-access.ts'
import { createHubAccount, RELAYER_INDEX } from '../../chains/hub/hub-account.ts'
import { createHub } from '../../chains/hub/hub.ts'
import { probeChain, probeRest, type ChainProbe } from '../../chains/nodes/probe-chain.ts'
import { FLOOR } from '../../claims/gas-tank.ts'
import { strangersAmong } from '../../core/generations/recognise.ts'
import { ChainContradictionError } from '../../core/terms/errors.ts'
import {
  contractsOn,
  hubOf,
  rpcUrlsOf,
  type Chain,
  type Network,
} from '../../core/terms/network.ts'
import { keysIn, publicRestOf, publicRpcOf } from '../../core/terms/public-rpc.ts'
import { anvilBinary } from '../../devnet/evm/anvil-binary.ts'
import { failure, ok, showSpan, warning, wordsOf, type Finding, type Patient } from './finding.ts'
import { GENERATION_ADVICE, MISSING_ADVICE, sayMissing } from '../../wiring/generation-check.ts'
import { problemOfMnemonic } from '../../wiring/refuse-unsafe-start.ts'

/** A head may be so many blocks old, and so long at least: blocks come late now and then. */
const OLD_BLOCKS = 30
const OLD_MS = 60_000
const AHEAD_MS = 10_000
/** How far the REST address of a chain may be behind its RPC. */
const APART_BLOCKS = 20

/** Whether every chain of the network can be reached, is the one that it should be, and goes on. */
export async function checkChains(patient: Patient): Promise<Finding[]> {
  const { config, network, networkProblem } = patient
  if (config.network === 'devnet') return [checkAnvil()]
  if (!network)
    return [
      failure(
        networkProblem ?? 'The network file cannot be used.',
        'docs/networks.md has its form; NETWORK is its path, from where Vouch is started.',
      ),
    ]
  const each = network.chains.map((chain) => lookAtChain(chain, network, patient))
  return [...(await Promise.all(each)).flat(), ...(await lookAtGeneration(network, patient))]
}

function checkAnvil(): Finding {
  try {
    anvilBinary()
    return ok('The local network comes with the server, and its Anvil is installed.')
  } catch (error) {
    return failure(
      `The local network cannot start: ${wordsOf(error)}.`,
      'npm install --include=dev, or set NETWORK to a network file (docs/networks.md).',
    )
  }
}

/** Looks at each of a chain's nodes by itself, and then at whether they agree. */
async function lookAtChain(chain: Chain, network: Network, patient: Patient): Promise<Finding[]> {
  const urls = rpcUrlsOf(chain)
  const each = await Promise.all(
    urls.map((rpc_url, at) =>
      lookAtNode({ ...chain, rpc_url, rpc_urls: [] }, network, patient, {
        field: at === 0 ? 'rpc_url' : `rpc_urls.${at - 1}`,
        isFirst: at === 0,
        isAlone: urls.length === 1,
      }),
    ),
  )
  const findings = each.flat()
  if (urls.length === 1 || findings.some(({ state }) => state === 'failure')) return findings
  return [...findings, ...(await lookAtAgreement(chain, network, patient))]
}

/** Whether the contracts are of the generation that the network file names. What cannot be asked is told with its chain. */
async function lookAtGeneration(network: Network, { deadlineMs }: Patient): Promise<Finding[]> {
  const { words, unreachable } = await createHub(network, { deadlineMs }).contractWords()
  const strangers = strangersAmong(network, words)
  if (strangers.length > 0) return strangers.map((what) => failure(what, GENERATION_ADVICE))
  if (unreachable.length > 0) return []
  return [ok(`The contracts are of the generation "${network.generation}", as they should be.`)]
}

type Place = { field: string; isFirst: boolean; isAlone: boolean }

async function lookAtNode(
  chain: Chain,
  network: Network,
  { now, deadlineMs }: Patient,
  { field, isFirst, isAlone }: Place,
): Promise<Finding[]> {
  const { host } = new URL(chain.rpc_url)
  const name = isAlone ? `${chain.chain_uid} (${host})` : `${chain.chain_uid} ${field} (${host})`
  try {
    const probe = await probeChain(chain, {
      contracts: [...contractsOn(network, chain)],
      deadlineMs,
    })
    const findings = [
      ...judge(name, chain, probe, now()),
      ...(isFirst ? lookAtPublicRpc(name, chain) : []),
      ...(isFirst ? await lookAtRest(name, chain, probe.height, deadlineMs) : []),
    ]
    if (findings.length > 0) return findings
    return [ok(`${name} is ${chain.chain_id}, at block ${probe.height}; its contracts are there.`)]
  } catch (error) {
    return [
      failure(
        `${name}: ${wordsOf(error)}.`,
        `Check ${field} in the network file, the way to it, and whether its provider lets this machine in.`,
      ),
    ]
  }
}

/** Whether two of its nodes say the same of what is final, as the server would have it. */
async function lookAtAgreement(
  chain: Chain,
  network: Network,
  { deadlineMs }: Patient,
): Promise<Finding[]> {
  const name = `The nodes of ${chain.chain_uid}`
  const hosts = rpcUrlsOf(chain).map((url) => new URL(url).hostname)
  const findings =
    new Set(hosts).size < hosts.length
      ? [
          warning(
            `${name} have a host in common: what is wrong with one may be wrong with the other.`,
            'Take nodes of providers that have nothing to do with each other.',
          ),
        ]
      : []
  try {
    const access = createChainAccess(chain, network, { deadlineMs })
    const { finalHeight } = await access.head()
    await access.block(finalHeight)
    return [...findings, ok(`${name} say the same of block ${finalHeight}, which is final.`)]
  } catch (error) {
    const isContradiction = error instanceof ChainContradictionError
    const which = isContradiction ? ` (${error.nodes.join(', ')})` : ''
    return [
      ...findings,
      failure(
        `${name}${which}: ${wordsOf(error)}. Nothing of it is taken in meanwhile.`,
        isContradiction
          ? 'Compare the block with a node of somebody else, and take the wrong one out of the network file.'
          : 'Wait until they are in step, or take other nodes.',
      ),
    ]
  }
}

function judge(name: string, chain: Chain, probe: ChainProbe, now: Date): Finding[] {
  if (probe.chainId !== chain.chain_id)
    return [
      failure(
        `${name} is the chain ${probe.chainId}, not ${chain.chain_id}.`,
        'Set rpc_url, or chain_id, of the network file to the right chain.',
      ),
    ]
  const findings: Finding[] = []
  const ageMs = now.getTime() - probe.headTime.getTime()
  const oldMs = Math.max(OLD_MS, OLD_BLOCKS * chain.block_time_ms)
  if (probe.isCatchingUp)
    findings.push(
      failure(
        `${name} is still catching up, at block ${probe.height}.`,
        'Wait for it, or take another node.',
      ),
    )
  else if (ageMs > oldMs)
    findings.push(
      failure(
        `${name} is not in step: its newest block, ${probe.height}, is ${showSpan(ageMs)} old.`,
        'Take another node; if others say the same, the chain stands still.',
      ),
    )
  else if (ageMs < -AHEAD_MS)
    findings.push(
      warning(
        `${name} has a block that is ${showSpan(ageMs)} in the future by this machine's clock.`,
        'See what is said of the clock.',
      ),
    )
  if (!probe.knowsFinal)
    findings.push(
      failure(
        `${name} does not say which block is final.`,
        'Take a node that knows the tag "finalized", or set finality to a number of confirmations.',
      ),
    )
  if (probe.missing.length > 0)
    findings.push(failure(sayMissing(name, probe.missing), MISSING_ADVICE))
  return findings
}

/** What pages and wallets are told of, and what they cannot do without. */
function lookAtPublicRpc(name: string, chain: Chain): Finding[] {
  const findings: Finding[] = []
  if (publicRpcOf(chain) === '')
    findings.push(
      warning(
        `rpc_url of ${name} may hold a key, so pages and wallets are told of no node: ${
          chain.family === 'evm'
            ? 'nobody can add the chain to a wallet that does not know it'
            : 'nobody can sign with a wallet there'
        }.`,
        'Set public_rpc_url in the network file to a node that everybody may use.',
      ),
    )
  if (chain.rest_url !== '' && publicRestOf(chain) === '')
    findings.push(
      warning(
        `rest_url of ${name} may hold a key, so wallets are not told of it.`,
        'Set rest_url in the network file to an address that everybody may use; the server does not need it.',
      ),
    )
  const { public_rpc_url: shown = '' } = chain
  if (shown !== '' && keysIn(shown).length > 0)
    findings.push(
      warning(
        `public_rpc_url of ${name} looks as if it held a key, and everybody is told it.`,
        'Use an address without a key, or one whose key its provider restricts to your domain.',
      ),
    )
  return findings
}

async function lookAtRest(
  name: string,
  chain: Chain,
  height: number,
  deadlineMs: number,
): Promise<Finding[]> {
  if (chain.family !== 'cosmwasm' || chain.rest_url === '') return []
  const fix = 'Correct rest_url in the network file: wallets are told it.'
  try {
    const rest = await probeRest(chain, deadlineMs)
    if (rest.chainId !== chain.chain_id)
      return [failure(`The REST address of ${name} is the chain ${rest.chainId}.`, fix)]
    if (Math.abs(rest.height - height) > APART_BLOCKS)
      return [
        warning(
          `RPC and REST of ${name} are ${Math.abs(rest.height - height)} blocks apart.`,
          'Take addresses of nodes that are in step.',
        ),
      ]
    return []
  } catch (error) {
    return [warning(`The REST address of ${name} does not answer: ${wordsOf(error)}.`, fix)]
  }
}

/** Fewer moves without gas are worth a word. */
const FEW_PAY_OUTS = 100

/** Whether the account that pays for claims has something to pay with. */
export async function checkRelayer({ config, network, deadlineMs }: Patient): Promise<Finding[]> {
  const { relayerMnemonic: mnemonic } = config
  if (!network || mnemonic === undefined || problemOfMnemonic(mnemonic) === 'invalid') return []
  const { chain_uid, fee } = hubOf(network)
  const { denom } = fee
  const hub = createHub(network, { deadlineMs })
  const { index, textIndex } = RELAYER_INDEX
  const texts = await createHubAccount({ hub, mnemonic, index: textIndex, paysFor: 'texts' })
  const { address, funds } = await createHubAccount({ hub, mnemonic, index })
  const fix = `Send some ${denom} to ${address}.`
  try {
    const { balance, payOuts } = await funds()
    const has = `${address} on ${chain_uid} has ${balance} ${denom}`
    const text = `${has}, for some ${payOuts} pay-outs.`
    const forClaims =
      payOuts === 0
        ? failure(`${has}: no claim can be paid out.`, fix)
        : payOuts < FLOOR.any
          ? failure(`${text} Below ${FLOOR.any} no new claims are taken on.`, fix)
          : payOuts < FLOOR.small
            ? warning(`${text} Below ${FLOOR.small} no small claims are taken on.`, fix)
            : ok(text)
    return [forClaims, ...(await checkTexts(texts, network, config.gaslessPerDay))]
  } catch (error) {
    return [
      failure(
        `What ${address} has cannot be asked: ${wordsOf(error)}.`,
        'See what is said of the chains.',
      ),
    ]
  }
}

/** Whether the account that pays for moves without gas has something to pay with. Nobody has to have one. */
async function checkTexts(
  { address, funds }: Awaited<ReturnType<typeof createHubAccount>>,
  network: Network,
  perDay: Patient['config']['gaslessPerDay'],
): Promise<Finding[]> {
  const { owner, client, open, all } = perDay
  if (network.hub.meta_transaction === undefined || [owner, client, all].includes(0)) return []
  const { chain_uid, fee } = hubOf(network)
  const { balance, payOuts } = await funds()
  const has = `${address} on ${chain_uid} has ${balance} ${fee.denom}`
  const fix = `Send some ${fee.denom} to ${address}, or set GASLESS_PER_DAY to 0.`
  const isShared =
    open < all
      ? []
      : [
          warning(
            `Strangers can use up all ${all} moves without gas of a day: nothing is kept for chats.`,
            'Set GASLESS_OPEN_PER_DAY below GASLESS_PER_DAY.',
          ),
        ]
  return [
    payOuts < FEW_PAY_OUTS
      ? warning(`${has}, which pays for some ${payOuts} moves of vouchers without gas.`, fix)
      : ok(
          `${has}, for some ${payOuts} moves of vouchers without gas; in a day ${all}, of them ${open} for strangers.`,
        ),
    ...isShared,
  ]
}
