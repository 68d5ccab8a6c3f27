import { InjectedKeplr, injectKeplrToWindow, Keplr } from '@keplr-wallet/provider'
import { JSONUint8Array } from '@keplr-wallet/router'
import { initializeProvider } from '@metamask/providers'
import { Duplex } from 'readable-stream'

// What MetaMask's and Keplr's extensions put into a page, by their own code. The test is the rest of the extension: `askMetaMask` and
// `askKeplr` lead to it, and it calls `hearMetaMask` by itself.

const VERSION = '0.12.313'

const outside = (name: string, message: unknown): Promise<unknown> =>
  Reflect.get(window, name)(message)

function putMetaMask(): void {
  const connectionStream = new Duplex({
    objectMode: true,
    read() {},
    write(message, _encoding, done) {
      void outside('askMetaMask', message).then((answer) => connectionStream.push(answer))
      done()
    },
  })
  const hear = (message: unknown) => {
    // What the extension's own port does when it is gone.
    if (message === 'gone') connectionStream.destroy()
    else connectionStream.push(message)
  }
  Object.assign(window, { hearMetaMask: hear })
  const silent = () => {}
  initializeProvider({
    connectionStream,
    providerInfo: {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'MetaMask',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      rdns: 'io.metamask',
    },
    logger: {
      debug: silent,
      error: console.error,
      info: silent,
      log: silent,
      trace: silent,
      warn: silent,
    },
  })
}

function putKeplr(): void {
  const extension = new Keplr(VERSION, 'extension', {
    async sendMessage(_port, message) {
      const data = JSONUint8Array.wrap({ ...message })
      const asked = { route: message.route(), type: message.type(), data }
      const answer = await outside('askKeplr', asked)
      if (typeof answer === 'object' && answer !== null && 'error' in answer)
        throw new Error(String(answer.error))
      return JSONUint8Array.unwrap(Reflect.get(Object(answer), 'result'))
    },
  })
  InjectedKeplr.startProxy(extension)
  const starknet = { id: 'keplr', name: 'Keplr', icon: '' }
  const none = () => {} // nothing of ours is on Starknet
  const injected = new InjectedKeplr(
    undefined,
    VERSION,
    'extension',
    none,
    none,
    undefined,
    undefined,
    undefined,
    starknet,
  )
  injectKeplrToWindow(injected)
}

// As extensions do, in pages from the web alone.
if (location.protocol.startsWith('http')) {
  if ('askMetaMask' in window) putMetaMask()
  if ('askKeplr' in window) putKeplr()
}
