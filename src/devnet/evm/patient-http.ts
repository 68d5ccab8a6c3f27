import { http, type HttpTransport, type HttpTransportConfig } from 'viem'

/** For a node that never answers. */
const LIMIT_MS = 120_000

/**
 * viem's way to a node of a local network, without its own limit of ten seconds: that node is on the same machine, so a slow answer
 * says that the machine is busy and nothing of the node.
 */
export const patientHttp = (url?: string, config: HttpTransportConfig = {}): HttpTransport =>
  http(url, { timeout: LIMIT_MS, ...config })
