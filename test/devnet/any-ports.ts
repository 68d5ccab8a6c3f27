/** For `startDevnet`: a free port for every chain, so that tests never meet on one. */
export const ANY_PORTS = { base: 0, polygon: 0, osmosis: 0, neuron: 0 } as const
