/** How the service's readers ask a node of a local network, where nobody asks again after one that was slow. */
export const PATIENT = { deadlineMs: 120_000 }
