import { http, type HttpTransport, type HttpTransportConfig } from 'viem'

/** For a state that never comes. */
const LIMIT_MS = 600_000

/** viem's way to a node, without its own limit of ten seconds: how fast a machine is, is nothing that tests assert. */
export const patientHttp = (url?: string, config: HttpTransportConfig = {}): HttpTransport =>
  http(url, { timeout: LIMIT_MS, ...config })
